import { type Endpoint, list, object, options, rest, type Schema, text } from './endpoint.ts';

const string: Schema = { type: 'string' };

const view = object(
  {
    run: string,
    workflow: string,
    title: string,
    step: string,
    stepTitle: string,
    prompt: string,
    token: string,
    missing: list(object({ what: string, next: string, asked: { type: 'integer' } })),
    past: list(object({ step: string, title: string })),
  },
  { notes: list(string) },
);

/** What a run answers: its pending step, or that it is over. */
const answer = object(
  { run: string, workflow: string, title: string, outcome: string, said: string },
  { view, beside: list(object({ step: string, title: string, prompt: string, token: string })) },
);

const row = object(
  {
    run: string,
    workflow: string,
    title: string,
    status: { enum: ['open', 'done', 'stuck', 'abandoned'] },
    parameters: { type: 'object' },
    project: string,
    started: string,
  },
  { step: string, stepTitle: string },
);

const session = text('The session that works on it.');

export const workflowEndpoints: readonly Endpoint[] = [
  {
    id: 'listWorkflows',
    method: 'GET',
    path: '/workflows',
    summary: 'The workflows that can be started in the project',
    words: () => ['workflow', 'list'],
    data: list(
      object(
        {
          id: string,
          title: string,
          source: { enum: ['project', 'own', 'shipped'] },
          parameters: list({ type: 'object' }),
          state: string,
        },
        { path: string },
      ),
    ),
  },
  {
    id: 'listRuns',
    method: 'GET',
    path: '/runs',
    summary: 'Every run of a workflow',
    words: () => ['workflow', 'list', '--runs'],
    data: list(row),
  },
  {
    id: 'startRun',
    method: 'POST',
    path: '/runs',
    summary: 'Start a workflow',
    body: {
      properties: {
        workflow: text('Id of the workflow.'),
        set: {
          type: 'object',
          additionalProperties: {
            anyOf: [string, list(string)],
          },
          description: 'Parameters by their names.',
        },
        session,
      },
      required: ['workflow'],
    },
    words: ({ body }) => [
      'workflow',
      'start',
      ...options({
        set: Object.entries((body.set ?? {}) as object).map(
          ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ),
        session: body.session,
      }),
      ...rest(body.workflow),
    ],
    data: answer,
  },
  {
    id: 'showRun',
    method: 'GET',
    path: '/runs/:run',
    summary: 'The pending step of a run; nothing changes',
    words: ({ params }) => ['workflow', 'show', ...rest(params.run)],
    data: answer,
  },
  {
    id: 'nextStep',
    method: 'POST',
    path: '/runs/:run/next',
    summary: 'Say that the pending step is done; without a token it is only given again',
    body: {
      properties: {
        token: text('The token that came with the step.'),
        note: text('What is worth knowing further on.'),
        output: { description: 'What the step asks for.' },
        session,
      },
    },
    words: ({ params, body: { output, ...others } }) => [
      'workflow',
      'next',
      ...options({
        run: params.run,
        ...others,
        ...(output !== undefined && { output: JSON.stringify(output) }),
      }),
    ],
    data: answer,
  },
  {
    id: 'checkpointRun',
    method: 'POST',
    path: '/runs/:run/checkpoint',
    summary: 'Add a note to the pending step; with a name, a checkpoint to rewind to',
    body: {
      properties: { text: text('The note.'), name: text('The name.'), session },
      required: ['text'],
    },
    words: ({ params, body }) => [
      'workflow',
      'checkpoint',
      ...options({ run: params.run, name: body.name, session: body.session }),
      ...rest(body.text),
    ],
    data: answer,
  },
  {
    id: 'rewindRun',
    method: 'POST',
    path: '/runs/:run/rewind',
    summary: 'Rewind a run to a step or a checkpoint',
    body: {
      properties: { to: text('Id or path of a step, or name of a checkpoint.'), session },
      required: ['to'],
    },
    words: ({ params, body }) => [
      'workflow',
      'rewind',
      ...options({ run: params.run, session: body.session }),
      ...rest(body.to),
    ],
    data: answer,
  },
  {
    id: 'abandonRun',
    method: 'POST',
    path: '/runs/:run/abandon',
    summary: 'Abandon a run',
    body: {
      properties: { why: text('Why, in one sentence.'), session },
      required: ['why'],
    },
    words: ({ params, body }) => [
      'workflow',
      'abandon',
      ...options({ run: params.run, why: body.why, session: body.session }),
    ],
    data: answer,
  },
];
