import { type Endpoint, options, rest, text } from '../api/endpoint.ts';

const any = {};

/** The kinds of what a search finds. */
const kinds = ['user', 'agent', 'call', 'result', 'summary'];

/** What the page asks of commands beside the API. Its answers change with the page and are no promise to anybody else. */
export const pageEndpoints: readonly Endpoint[] = [
  {
    id: 'search',
    method: 'GET',
    path: '/search',
    summary: 'Search past sessions',
    query: { q: any, host: any, kind: any, since: any, order: any, limit: any, session: any },
    slow: true,
    words: ({ query: { q = '', kind, ...others } }) => [
      'recall',
      ...options({ ...others, kind: kinds.find((one) => one === kind) }),
      '--',
      ...q.split(/\s+/).filter((word) => word !== ''),
    ],
    data: any,
  },
  {
    id: 'around',
    method: 'GET',
    path: '/around/:handle',
    summary: 'What was said around a match',
    slow: true,
    words: ({ params }) => ['recall', '--no-update', ...options({ around: params.handle })],
    data: any,
  },
  {
    id: 'audit',
    method: 'GET',
    path: '/audit',
    summary: 'What compactions lost',
    query: { host: any, since: any, folder: any },
    slow: true,
    words: ({ query: { host, since, folder } }) => [
      'audit',
      ...options({ host, since, project: folder }),
    ],
    data: any,
  },
  {
    id: 'doctor',
    method: 'GET',
    path: '/doctor',
    summary: 'What doctor finds',
    slow: true,
    words: () => ['doctor'],
    data: any,
  },
  {
    id: 'fleet',
    method: 'GET',
    path: '/fleet',
    summary: 'Machines, leases and reports of the project’s fleet, as this machine saw them last',
    words: () => ['fleet', 'status', '--local'],
    data: any,
  },
  {
    id: 'clients',
    method: 'GET',
    path: '/clients',
    summary: 'Clients with found and tested versions',
    slow: true,
    words: () => ['hosts'],
    data: any,
  },
  {
    id: 'graph',
    method: 'GET',
    path: '/graph/:name',
    summary: 'The steps of a workflow or of a run',
    words: ({ params }) => ['workflow', 'graph', ...rest(params.name)],
    data: any,
  },
  {
    id: 'wholeGraph',
    method: 'GET',
    path: '/graph/:name/whole',
    summary: 'The steps of a run with what comes later, which an agent is not told',
    personOnly: true,
    words: ({ params }) => ['workflow', 'graph', '--all', ...rest(params.name)],
    data: any,
  },
  {
    id: 'handOver',
    method: 'POST',
    path: '/handoffs',
    summary: 'Let a worker of another client continue a session',
    body: {
      properties: {
        to: text('The client.'),
        session: text('Id of the session.'),
        transcript: text('Path of its transcript, where no hook told of it.'),
        host: text('The client that wrote the transcript.'),
      },
      required: ['to'],
    },
    personOnly: true,
    words: ({ body: { to, session, transcript, host } }) => [
      'handoff',
      '--worker',
      ...options({ to, transcript, host }),
      ...rest(session),
    ],
    data: any,
  },
  {
    id: 'editTicket',
    method: 'POST',
    path: '/tickets/:ticket/edit',
    summary: 'Change a ticket',
    body: { properties: { set: { type: 'object', additionalProperties: { type: 'string' } } } },
    words: ({ params, body }) => [
      'ticket',
      'edit',
      ...options({
        set: Object.entries((body.set ?? {}) as object).map(([key, value]) => `${key}=${value}`),
      }),
      ...rest(params.ticket),
    ],
    data: any,
  },
  {
    id: 'chooseRule',
    method: 'POST',
    path: '/sessions/:session/rules',
    summary: 'Drop or keep a rule',
    body: {
      properties: { rule: text('Its id.'), choice: { enum: ['drop', 'keep'] } },
      required: ['rule', 'choice'],
    },
    personOnly: true,
    words: ({ params, body }) => [
      'rules',
      ...options({ [body.choice === 'keep' ? 'keep' : 'drop']: body.rule }),
      ...rest(params.session),
    ],
    data: any,
  },
  {
    id: 'answerRequest',
    method: 'POST',
    path: '/requests/:request',
    summary: "Allow or deny a worker's request",
    body: { properties: { allow: { type: 'boolean' } }, required: ['allow'] },
    personOnly: true,
    words: ({ params, body }) => [
      'workers',
      ...options({ [body.allow === true ? 'allow' : 'deny']: params.request }),
    ],
    data: any,
  },
];
