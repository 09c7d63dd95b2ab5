import {
  type Endpoint,
  list,
  object,
  options,
  orNull,
  rest,
  type Schema,
  text,
} from './endpoint.ts';

const string: Schema = { type: 'string' };
const count: Schema = { type: 'integer', minimum: 0 };

const worker = object({
  worker: string,
  ticket: string,
  path: string,
  host: string,
  model: orNull('string'),
  status: {
    enum: [
      'queued',
      'running',
      'restarting',
      'stopping',
      'completed',
      'interrupted',
      'failed',
      'lost',
    ],
  },
  reason: string,
  alive: { type: 'boolean' },
  folder: string,
  permission: { enum: ['ask', 'edit', 'full'] },
  sessions: list(string),
  launched: string,
  began: orNull('string'),
  ended: orNull('string'),
  runs: count,
  restarts: count,
  compactions: count,
  spent: { type: 'object' },
  activities: list(object({ time: string, kind: string, text: string })),
  requests: list(object({ id: string, tool: string, about: string })),
});

interface Named {
  worker: string;
  ticket: string;
}

export const workerEndpoints: readonly Endpoint[] = [
  {
    id: 'listWorkers',
    method: 'GET',
    path: '/workers',
    summary: 'Workers: what they do, what they wait for, how they ended',
    query: { all: { type: 'boolean', description: 'Also those that ended more than a day ago.' } },
    words: ({ query }) => ['workers', '--plain', ...options({ all: query.all === 'true' })],
    data: list(worker),
  },
  {
    id: 'showWorker',
    method: 'GET',
    path: '/workers/:worker',
    summary: 'One worker, by its whole id or its ticket’s',
    words: () => ['workers', '--plain', '--all'],
    data: worker,
    pick: (data, { params }) =>
      (data as Named[]).find((one) => one.worker === params.worker) ??
      (data as Named[]).findLast((one) => one.ticket === params.worker),
  },
  {
    id: 'startWorker',
    method: 'POST',
    path: '/workers',
    summary: 'Hand a ticket of the project to a worker',
    body: {
      properties: {
        ticket: text('Id of the ticket, or the path of its file.'),
        host: text('The client; default: what the ticket says.'),
        model: text('The model, by the name that the client knows.'),
        worktree: { type: 'boolean', description: 'In a git work tree of its own.' },
        permission: { enum: ['ask', 'edit'], description: 'What it may do unasked.' },
      },
      required: ['ticket'],
    },
    words: ({ body: { ticket, ...others } }) => [
      'run',
      '--detach',
      ...options(others),
      ...rest(ticket),
    ],
    data: list(
      object({ worker: string, ticket: string, path: string, host: string, folder: string }),
    ),
  },
  {
    id: 'sendToWorker',
    method: 'POST',
    path: '/workers/:worker/messages',
    summary: 'Send a worker a message, delivered once at its next safe point',
    body: { properties: { text: text('What to tell it.') }, required: ['text'] },
    words: ({ params, body }) => ['send', ...rest(params.worker, body.text)],
    data: object({ worker: string, message: string }),
  },
  {
    id: 'stopWorker',
    method: 'POST',
    path: '/workers/:worker/stop',
    summary: 'Stop a worker and everything it started',
    body: { properties: { now: { type: 'boolean', description: 'Firmly at once.' } } },
    words: ({ params, body }) => ['stop', ...options({ now: body.now }), ...rest(params.worker)],
    data: object({ worker: string, status: string, reason: string }),
  },
  {
    id: 'resumeWorker',
    method: 'POST',
    path: '/workers/:worker/resume',
    summary: 'Resume a worker that ended or was lost, in its session',
    body: { properties: {} },
    words: ({ params }) => ['resume', '--detach', ...rest(params.worker)],
    data: object({ worker: string, ticket: string }),
  },
];
