import {
  type Endpoint,
  list,
  object,
  options,
  orNull,
  rest,
  type Schema,
  text,
  texts,
} from './endpoint.ts';

const string: Schema = { type: 'string' };
const strings = list(string);

const glance = object(
  {
    id: string,
    title: string,
    status: orNull('string'),
    owner: orNull('string'),
    path: string,
    dependsOn: strings,
  },
  { host: string, phase: string },
);
/** A file on the board that is no ticket tells only why. */
const boardRow: Schema = { anyOf: [glance, object({ path: string, problem: string })] };

const whole = object(
  {
    path: string,
    id: string,
    title: string,
    status: orNull('string'),
    scope: strings,
    success: strings,
    filesToLoad: strings,
    dependsOn: strings,
    progress: strings,
    lease: { anyOf: [object({ owner: string, since: string }), { type: 'null' }] },
    faults: list(object({ line: { type: 'integer' }, what: string })),
  },
  { contract: string, objective: string, result: string, host: string, role: string },
);

const moved = object({
  id: string,
  path: string,
  status: orNull('string'),
  progress: orNull('string'),
  restored: strings,
});

const owner = text('In the name of this worker.');

/** A move of a ticket, with what it takes besides. */
function move(
  word: string,
  summary: string,
  key: string,
  required: boolean,
  asOption = false,
): Endpoint {
  return {
    id: `${word}Ticket`,
    method: 'POST',
    path: `/tickets/:ticket/${word}`,
    summary,
    body: {
      properties: { [key]: text('In one line.'), owner },
      ...(required && { required: [key] }),
    },
    words: ({ params, body }) => [
      'ticket',
      word,
      ...options({ owner: body.owner, ...(asOption && { [key]: body[key] }) }),
      ...rest(params.ticket, asOption ? undefined : body[key]),
    ],
    data: moved,
  };
}

export const ticketEndpoints: readonly Endpoint[] = [
  {
    id: 'listTickets',
    method: 'GET',
    path: '/tickets',
    summary: 'The board: every ticket of the project, and whose it is',
    query: { status: text('Only these.') },
    words: ({ query }) => ['ticket', 'list', ...options({ status: query.status })],
    data: list(boardRow),
  },
  {
    id: 'newTicket',
    method: 'POST',
    path: '/tickets',
    summary: 'Create a ticket',
    body: {
      properties: {
        title: text('What is to be done, in a few words.'),
        id: text('Its id; default: made of the title.'),
        contract: text('What must be done, in full.'),
        objective: text('What it is for, in one sentence.'),
        scope: texts('Files that it is about, as globs.'),
        success: texts('What must be so at the end.'),
        dependsOn: texts('Ids of tickets that must be done before.'),
        host: text('The client that works on it.'),
      },
      required: ['title'],
    },
    words: ({ body: { title, dependsOn, ...others } }) => [
      'ticket',
      'new',
      ...options({ ...others, 'depends-on': dependsOn }),
      ...rest(title),
    ],
    data: object({ id: string, path: string, title: string, status: string }),
  },
  {
    id: 'showTicket',
    method: 'GET',
    path: '/tickets/:ticket',
    summary: 'One ticket whole, and who works on it',
    words: ({ params }) => ['ticket', 'show', ...rest(params.ticket)],
    data: whole,
  },
  {
    id: 'claimTicket',
    method: 'POST',
    path: '/tickets/:ticket/claim',
    summary: 'Take a ticket for a worker; of several at once exactly one gets it',
    body: { properties: { owner: text('The worker.') }, required: ['owner'] },
    words: ({ params, body }) => [
      'ticket',
      'claim',
      ...options({ owner: body.owner }),
      ...rest(params.ticket),
    ],
    data: object(
      { id: string, path: string, won: { type: 'boolean' }, owner: string },
      { status: orNull('string'), since: string, again: { type: 'boolean' }, elsewhere: string },
    ),
  },
  move('progress', 'Add a progress line and renew the lease', 'text', true),
  move('block', 'Mark it as blocked, with the reason', 'reason', true),
  move('review', 'Mark it as ready for review', 'note', false),
  move('done', 'Say that it is done, with its result', 'result', true, true),
  move('fail', 'Mark it as failed, with the reason', 'reason', true),
  move('reopen', 'Return it to the queue', 'reason', false),
];
