import { type OwnTool, options, rest, session, text, texts } from './tool-words.ts';
import { workflowTools } from './workflow-tools.ts';

const id = text('Id of the ticket, or the path of its file.');
const owner = text(
  'Name of the worker to act as. Default: the worker that this server belongs to.',
);

export const ownTools: readonly OwnTool[] = [
  {
    name: 'resume',
    description:
      'What you must know to go on after a summary: rules of the user, task and step, changes, failures. Call it first when the conversation was summarised.',
    input: { properties: { session } },
    readOnly: true,
    words: (input) => ['brief', ...rest(input.session)],
  },
  {
    name: 'note',
    description: 'Keep a fact of this session, so that it outlives a summary.',
    input: {
      properties: {
        text: text('The fact, in one sentence.'),
        kind: { type: 'string', enum: ['decision', 'next'], description: 'What it is.' },
        session,
      },
      required: ['text'],
    },
    readOnly: false,
    words: (input) => [
      'note',
      ...options(input, { kind: 'kind', session: 'session' }),
      ...rest(input.text),
    ],
  },
  {
    name: 'rules',
    description:
      'The standing instructions of the user in this session, with what lifted or narrowed them.',
    input: { properties: { session } },
    readOnly: true,
    words: (input) => ['rules', ...rest(input.session)],
  },
  {
    name: 'answer',
    part: 'work',
    description:
      'Answer a validation question of the task by its number or its words; without a question it lists them.',
    input: {
      properties: {
        question: text('Its number, or its words.'),
        answer: text('The answer, from what the task and its files say.'),
        session,
      },
    },
    readOnly: false,
    words: (input) => [
      'answer',
      ...options(input, { session: 'session' }),
      ...rest(input.question, input.answer),
    ],
  },
  {
    name: 'recall',
    description:
      'Find again what was said or shown earlier, before a summary too: words, a "phrase", a file name, a line of an error. `get` prints a place whole.',
    input: {
      properties: {
        query: text('What to look for.'),
        get: text('Handles, in place of a query.'),
        session: text('Only this session.'),
        around: text('A handle: what stands around it.'),
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Places at most.' },
      },
    },
    readOnly: true,
    words: (input) => [
      'recall',
      ...options(input, {
        session: 'session',
        limit: 'limit',
        get: 'get',
        around: 'around',
      }),
      ...rest(input.query),
    ],
  },
  {
    name: 'evidence_check',
    part: 'work',
    description:
      'Whether the record shows that something was really done: a command that ended well after the last change of some files, a file that was read whole, files changed or not, an answer of the user.',
    input: {
      properties: {
        ran: text('A command that ended with exit code 0; "*" at its end: any more words.'),
        after: texts('With `ran`: behind the last change of files that match these globs.'),
        exit: text('With `ran`: another exit code than 0, or "failed".'),
        in: text('With `ran` or `explored`: a folder of the project.'),
        explored: {
          type: 'integer',
          minimum: 1,
          description: 'So many distinct files were read, at least.',
        },
        branch: text('The branch that is checked out.'),
        read: text('A file that was read whole, as it is now.'),
        changed: texts('Globs of which one file was changed.'),
        unchanged: texts('Globs of which no file was changed.'),
        file: text('A file that must be there.'),
        contains: text('With `file`: text that it holds.'),
        tree: {
          type: 'string',
          enum: ['clean', 'committed'],
          description: 'State of the work tree.',
        },
        approved: text('Words of a question that the user said yes to.'),
        answered: text('Words of a question that the user answered.'),
        session,
      },
    },
    readOnly: true,
    words: (input) => [
      'evidence',
      'check',
      ...options(input, {
        ran: 'ran',
        after: 'after',
        exit: 'exit',
        in: 'in',
        explored: 'explored',
        branch: 'branch',
        read: 'read',
        changed: 'changed',
        unchanged: 'unchanged',
        file: 'file',
        contains: 'contains',
        tree: 'tree',
        approved: 'approved',
        answered: 'answered',
      }),
      ...rest(input.session),
    ],
  },
  {
    name: 'handoff',
    part: 'work',
    description:
      'The text by which another client continues this session, and the command by which the user starts it. It starts nothing.',
    input: {
      properties: {
        to: text('The client, by the name of its program, such as codex.'),
        session,
      },
      required: ['to'],
    },
    readOnly: false,
    words: (input) => [
      'handoff',
      '--print',
      ...options(input, { to: 'to' }),
      ...rest(input.session),
    ],
  },
  {
    name: 'ticket_show',
    part: 'tickets',
    description: 'One ticket whole, and who works on it; without an id the board of all.',
    input: { properties: { id } },
    readOnly: true,
    words: (input) =>
      input.id === undefined || input.id === ''
        ? ['ticket', 'list']
        : ['ticket', 'show', ...rest(input.id)],
  },
  {
    name: 'ticket_claim',
    part: 'tickets',
    description: 'Take a ticket for a worker. Of several at once exactly one gets it.',
    input: { properties: { id, owner }, required: ['id'] },
    readOnly: false,
    words: (input) => ['ticket', 'claim', ...options(input, { owner: 'owner' }), ...rest(input.id)],
  },
  {
    name: 'ticket_progress',
    part: 'tickets',
    description: 'Add a line to the progress of a ticket, after each milestone.',
    input: { properties: { id, text: text('What was done.'), owner }, required: ['id', 'text'] },
    readOnly: false,
    words: (input) => [
      'ticket',
      'progress',
      ...options(input, { owner: 'owner' }),
      ...rest(input.id, input.text),
    ],
  },
  {
    name: 'ticket_block',
    part: 'tickets',
    description: 'Say that a ticket cannot go on, and why.',
    input: { properties: { id, reason: text('Why.'), owner }, required: ['id', 'reason'] },
    readOnly: false,
    words: (input) => [
      'ticket',
      'block',
      ...options(input, { owner: 'owner' }),
      ...rest(input.id, input.reason),
    ],
  },
  {
    name: 'ticket_done',
    part: 'tickets',
    description: 'End a ticket as done, with its result.',
    input: {
      properties: { id, result: text('What came of it.'), owner },
      required: ['id', 'result'],
    },
    readOnly: false,
    words: (input) => [
      'ticket',
      'done',
      ...options(input, { owner: 'owner', result: 'result' }),
      ...rest(input.id),
    ],
  },
  ...workflowTools,
];
