import { ownTools } from '../../mcp/tools.ts';
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
const flag: Schema = { type: 'boolean' };

const row = object(
  {
    session: string,
    host: string,
    last: string,
    role: string,
    compactions: count,
    ended: flag,
    skipped: count,
  },
  { task: string, contextTokens: count, receipt: string, project: string },
);

const receipt = object(
  {
    recovery: string,
    number: count,
    status: { enum: ['armed', 'delivered', 'met', 'released'] },
    trigger: string,
    armedAt: string,
    armedBy: string,
    sent: list(object({ at: string, via: string, characters: count, tokens: count, stub: flag })),
    reading: list(object({ path: string, role: string }, { met: string })),
    missing: list(string),
    denials: count,
    deniedTurns: count,
    continued: flag,
  },
  {
    boundary: string,
    delivered: object({ at: string, proof: string }),
    met: string,
    released: object({ at: string, why: string }),
  },
);

const agent = object({
  agent: string,
  timeline: list(object({ at: string, what: string })),
  receipts: list(receipt),
});

const view = object(
  {
    session: string,
    host: string,
    folder: string,
    skipped: count,
    notes: list({ type: 'object' }),
    agents: list(agent),
    facts: list({ type: 'object' }),
    recordGone: flag,
  },
  { project: string, record: string },
);

const rule = object(
  {
    number: count,
    id: string,
    text: string,
    kind: { enum: ['prohibition', 'constraint', 'correction', 'request'] },
    state: { enum: ['holds', 'narrowed', 'lifted', 'dropped'] },
    enforced: list(string),
    source: string,
  },
  { since: string, by: object({ text: string }, { time: string, line: count }), kept: flag },
);

const entry = object(
  {
    v: { const: 1 },
    kind: { enum: ['call', 'answer'] },
    id: string,
    source: { enum: ['record', 'hook', 'claimed'] },
    began: { type: 'number' },
    outcome: { enum: ['ok', 'failed', 'denied', 'interrupted', 'unknown'] },
  },
  {
    agent: string,
    time: string,
    tool: string,
    does: string,
    paths: list(string),
    exitCode: { type: 'number' },
  },
);
/** An answer of the user has no outcome. */
const anyEntry: Schema = {
  ...entry,
  required: ['v', 'kind', 'id', 'source', 'began'],
  if: { properties: { kind: { const: 'call' } } },
  // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema.
  then: { required: ['tool', 'does', 'paths', 'outcome'] },
};

const questions = object({
  session: string,
  host: string,
  task: orNull('string'),
  questions: list(object({ number: count, question: string, open: flag }, { answer: string })),
});

const check = ownTools.find(({ name }) => name === 'evidence_check')!;
const { session: _named, ...predicate } = check.input.properties;

export const sessionEndpoints: readonly Endpoint[] = [
  {
    id: 'listSessions',
    method: 'GET',
    path: '/sessions',
    summary: 'Sessions, the newest first',
    query: { all: { type: 'boolean', description: 'Every session, not only the newest twenty.' } },
    words: ({ query }) => ['status', ...options({ all: query.all === 'true' })],
    data: object({ disabled: flag, sessions: list(row), more: count }, { disabledBy: string }),
  },
  {
    id: 'showSession',
    method: 'GET',
    path: '/sessions/:session',
    summary: 'One session: its timeline, facts and receipts',
    words: ({ params }) => ['show', ...rest(params.session)],
    data: view,
  },
  {
    id: 'listReceipts',
    method: 'GET',
    path: '/sessions/:session/receipts',
    summary: 'What was delivered and proved after each compaction of a session',
    words: ({ params }) => ['show', ...rest(params.session)],
    data: object({
      session: string,
      agents: list(object({ agent: string, receipts: list(receipt) })),
    }),
    pick(data) {
      const { session, agents } = data as {
        session: string;
        agents: { agent: string; receipts: unknown[] }[];
      };
      return { session, agents: agents.map(({ agent, receipts }) => ({ agent, receipts })) };
    },
  },
  {
    id: 'getBrief',
    method: 'GET',
    path: '/sessions/:session/brief',
    summary: 'The very text that the agent would get now',
    query: { budget: { type: 'integer', description: 'Characters at most, from 600 on.' } },
    words: ({ params, query }) => [
      'brief',
      ...options({ budget: query.budget }),
      ...rest(params.session),
    ],
    data: object({
      session: string,
      characters: count,
      inlined: { type: 'array' },
      recordGone: flag,
      text: string,
    }),
  },
  {
    id: 'listRules',
    method: 'GET',
    path: '/sessions/:session/rules',
    summary: 'The standing instructions of the user, and what lifted them',
    words: ({ params }) => ['rules', ...rest(params.session)],
    data: object({ session: string, rules: list(rule) }),
  },
  {
    id: 'listEvidence',
    method: 'GET',
    path: '/sessions/:session/evidence',
    summary: 'The tool calls of a session, and what the user answered',
    words: ({ params }) => ['evidence', 'list', ...rest(params.session)],
    data: object({ session: string, skipped: count, entries: list(anyEntry) }),
  },
  {
    id: 'checkEvidence',
    method: 'POST',
    path: '/sessions/:session/evidence/check',
    summary: 'Whether the record shows that something was really done',
    body: { properties: predicate as Record<string, Schema> },
    words: ({ params, body }) => check.words({ ...body, session: params.session }),
    data: object(
      {
        session: string,
        skipped: count,
        predicate: { type: 'object' },
        holds: flag,
        why: string,
        entries: list(string),
      },
      { next: string },
    ),
  },
  {
    id: 'claimEvidence',
    method: 'POST',
    path: '/sessions/:session/evidence',
    summary: 'Record what another program did; counts as a claim, not as proof',
    body: {
      properties: {
        tool: text('The name of the tool.'),
        input: { type: 'object', description: 'What it was given.' },
      },
      required: ['tool', 'input'],
    },
    words: ({ params, body }) => [
      'evidence',
      'add',
      ...options({ session: params.session, tool: body.tool, input: JSON.stringify(body.input) }),
    ],
    data: object({ session: string, entry: anyEntry }),
  },
  {
    id: 'addNote',
    method: 'POST',
    path: '/sessions/:session/notes',
    summary: 'Add a fact to a session that must survive a compaction',
    body: {
      properties: {
        text: text('The fact, in one sentence.'),
        kind: { enum: ['decision', 'next'], description: 'What it is.' },
      },
      required: ['text'],
    },
    words: ({ params, body }) => [
      'note',
      ...options({ session: params.session, kind: body.kind }),
      ...rest(body.text),
    ],
    data: object({
      session: string,
      host: string,
      kind: string,
      by: { enum: ['person', 'agent'] },
    }),
  },
  {
    id: 'listQuestions',
    method: 'GET',
    path: '/sessions/:session/questions',
    summary: 'The validation questions of the session’s task, and which are open',
    words: ({ params }) => ['answer', ...options({ session: params.session })],
    data: questions,
  },
  {
    id: 'answerQuestion',
    method: 'POST',
    path: '/sessions/:session/answers',
    summary: 'Answer a validation question of the task',
    body: {
      properties: { question: text('Its number, or its words.'), answer: text('The answer.') },
      required: ['question', 'answer'],
    },
    words: ({ params, body }) => [
      'answer',
      ...options({ session: params.session }),
      ...rest(body.question, body.answer),
    ],
    data: questions,
  },
];
