import { type Form, type Forms, schemaOf } from './form.ts';
import type { AllowedKind } from './step-view.ts';

const kinds: Record<AllowedKind, true> = {
  reading: true,
  read: true,
  write: true,
  edit: true,
  shell: true,
  search: true,
  todo: true,
  plan: true,
  subagent: true,
  skill: true,
  question: true,
  discovery: true,
  web: true,
  other: true,
};

/** What a step can allow. */
export const allowedKinds = Object.keys(kinds) as AllowedKind[];

const idPattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const id: Form = {
  is: 'text',
  about: 'a letter, then letters, digits, "-" and "_", 40 at most',
  pattern: idPattern,
  most: 40,
};
const title: Form = { is: 'text', about: 'What it is, in a few words.', most: 200 };
const steps = (about: string): Form => ({
  is: 'list',
  about,
  of: { is: 'again', name: 'step' },
  least: 1,
  most: 100,
});
const free = (about: string): Form => ({ is: 'free', about });
const condition = free(
  'A condition on parameters and outputs: { of: NAME, equals: VALUE }, { of: NAME, exists: true }, or all, any, not of others.',
);
const predicate = free(
  'A predicate on the evidence ledger (docs/evidence.md); "since" says from where on entries count: step, run, or the id of a step.',
);
const roundTest = free('A condition, or a predicate on the evidence ledger.');

const parameter: Form = {
  is: 'object',
  about: 'A value that a run is started with.',
  keys: {
    name: id,
    description: { is: 'text', about: 'What it is for.', most: 500 },
    default: { is: 'texts', about: 'What it is when none is given.' },
    required: { is: 'boolean', about: 'Whether one must be given.' },
    choices: {
      is: 'list',
      about: 'What it can be.',
      of: { is: 'text', about: 'One value.', most: 200 },
      least: 1,
      most: 50,
    },
  },
  required: ['name'],
};

const step: Form = {
  is: 'object',
  about: 'One step of the work.',
  keys: {
    id,
    title,
    prompt: {
      is: 'text',
      about:
        'What is to be done; {{NAME}} is filled in with a parameter, {{STEP.NAME}} with an output.',
    },
    allow: {
      is: 'list',
      about:
        'Kinds of tools that the step allows; "reading" is all that changes nothing. Absent: all.',
      of: { is: 'text', about: 'A kind of tool.', choices: allowedKinds },
      least: 1,
      most: allowedKinds.length,
    },
    paths: {
      is: 'texts',
      about: 'Globs of the files that the step allows to change. Absent: all.',
    },
    requires: {
      is: 'list',
      about: 'Evidence without which the step is not done.',
      of: predicate,
      least: 1,
      most: 30,
    },
    outputs: free(
      'A JSON Schema, in a few words of it, of what the agent hands over with the step.',
    ),
    when: condition,
    repeat: {
      is: 'object',
      about: 'The step again, until it came to what it is for.',
      keys: {
        until: roundTest,
        most: { is: 'number', about: 'Rounds at most.', least: 1, most: 50 },
        give_up: roundTest,
        stuck: {
          is: 'text',
          about: 'Where it never held: the run stops, or goes on with STEP.stuck being true.',
          choices: ['stop', 'go-on'],
        },
      },
      required: ['until', 'most'],
    },
    steps: steps('Steps inside, one after the other.'),
    parallel: steps('Steps inside, in any order.'),
    subworkflow: {
      is: 'object',
      about: 'Another workflow in place of the step.',
      keys: {
        id,
        parameters: {
          is: 'map',
          about: 'Its parameters.',
          of: { is: 'texts', about: 'The value.' },
        },
      },
      required: ['id'],
    },
    delegate: {
      is: 'object',
      about: 'The step is handed to a worker, who gets it as a ticket.',
      keys: {
        role: {
          is: 'text',
          about: 'The role of the worker.',
          choices: ['worker', 'handler', 'loop', 'regular'],
        },
        host: { is: 'text', about: 'The client. Absent: that of the session.', most: 40 },
        model: { is: 'text', about: 'The model, by the name that the client knows.', most: 200 },
        permission: { is: 'text', about: 'What it may do unasked.', choices: ['ask', 'edit'] },
      },
      required: [],
    },
    ask: { is: 'text', about: 'A question that the user must answer.', most: 500 },
  },
  required: ['id', 'title'],
};

export const workflowForms: Forms = { step };

export const workflowForm: Form = {
  is: 'object',
  about: 'A workflow: steps that an agent takes one after the other, each held back by evidence.',
  keys: {
    id,
    title,
    description: { is: 'text', about: 'What it is for.', most: 1_000 },
    parameters: {
      is: 'list',
      about: 'Values that a run is started with.',
      of: parameter,
      most: 50,
    },
    steps: steps('The steps, in order.'),
  },
  required: ['id', 'title', 'steps'],
};

/** The published JSON Schema of a workflow file, as text. */
export function workflowJsonSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Holdfast workflow',
    ...schemaOf(workflowForm),
    $defs: Object.fromEntries(
      Object.entries(workflowForms).map(([name, form]) => [name, schemaOf(form)]),
    ),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
