import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest } from '../../src/app/install/text.ts';
import { endpoints } from '../../src/entry/daemon/api/endpoints.ts';
import { openApi } from '../../src/entry/daemon/api/openapi.ts';
import { RunningDaemon } from './running.ts';

let daemon: RunningDaemon;
let project: string;
let described: { paths: object; components: object };
/** Operations whose real answer was held against the document. */
const seen = new Set<string>();

beforeAll(async () => {
  daemon = new RunningDaemon();
  ({ project } = daemon.machine);
  daemon.start();
  described = (await daemon.ask('/api/v1/openapi.json')).json;
  for (const event of ['SessionStart', 'PreCompact', 'PostCompact']) {
    const input = JSON.stringify({
      session_id: 'one',
      hook_event_name: event,
      cwd: project,
      source: 'startup',
      trigger: 'auto',
    });
    daemon.machine.run(['hook', 'claude-code'], { input });
  }
  await daemon.hook({
    session_id: 'one',
    hook_event_name: 'PostToolUse',
    cwd: project,
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command: 'npm test' },
    tool_response: { stdout: '3 passed', stderr: '' },
  });
  placeWorker();
});
afterAll(() => daemon.remove());

/** A worker that was lost, as its launcher and its supervisor write such a one down. */
function placeWorker(): void {
  const folder = join(daemon.machine.state, 'workers', 'w-1');
  mkdirSync(folder, { recursive: true });
  const launched = '2026-01-01T00:00:00.000Z';
  const launch = {
    v: 1,
    worker: 'w-1',
    ticket: join(project, '.holdfast/tickets/w.md'),
    ticketId: 'w',
    host: 'claude-code',
    project,
    folder: project,
    permission: 'edit',
    restarts: 3,
    promptStart: '',
    scratch: folder,
    run: 1,
    sessions: ['claude-code/one'],
    resumable: true,
    ends: 0,
    launched,
    supervisor: { pid: 1, identity: 'of another time' },
  };
  writeFileSync(join(folder, 'launch.json'), JSON.stringify(launch));
}

const documents = new Ajv2020({ strict: false, validateFormats: false });

/** Checks an answer by what the served document says of its operation. */
function check(id: string, status: number, body: unknown): void {
  const operations = Object.values(
    described.paths as Record<
      string,
      Record<string, { operationId: string; responses: Record<string, never> }>
    >,
  );
  const operation = operations.flatMap(Object.values).find((one) => one.operationId === id);
  if (operation === undefined) throw new Error(`the document has no operation ${id}`);
  const response = (operation.responses[String(status)] ??
    operation.responses.default) as never as {
    content: Record<string, { schema: object }>;
  };
  const schema = {
    ...response.content['application/json']!.schema,
    components: described.components,
  };
  const validate: ValidateFunction = documents.compile(schema);
  const isValid = validate(body);
  expect([id, validate.errors ?? [], isValid]).toEqual([id, [], true]);
  if (status === 200) seen.add(id);
}

async function call(id: string, path: string, body?: object, status = 200): Promise<never> {
  const answer = await daemon.ask(`/api/v1${path}`, body && { body: JSON.stringify(body) });
  expect([id, answer.status, answer.text]).toEqual([id, status, expect.anything()]);
  check(id, status, answer.json);
  return (answer.json as { data: never }).data;
}

interface Heard {
  id: string;
  data: { kind: string };
}

/** Listens to a stream. */
function listen(
  path: string,
  headers: Record<string, string> = {},
): Promise<{
  type: string | undefined;
  until(test: (data: Heard['data']) => boolean): Promise<Heard[]>;
  close(): void;
}> {
  const { port } = daemon.record;
  return new Promise((resolve) => {
    const all = { authorization: `Bearer ${daemon.token}`, ...headers };
    const asked = request({ host: '127.0.0.1', port, path, headers: all }, (response) => {
      let text = '';
      const heard: Heard[] = [];
      response.on('error', () => {});
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        const parts = text.split('\n\n');
        text = parts.pop()!;
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          const id = /^id: (.*)$/m.exec(part)?.[1] ?? '';
          if (data !== undefined) heard.push({ id, data: JSON.parse(data) });
        }
      });
      resolve({
        type: response.headers['content-type'],
        async until(test) {
          const deadline = Date.now() + 5_000;
          for (;;) {
            const index = heard.findIndex(({ data }) => test(data));
            if (index >= 0) return heard.splice(0, index + 1);
            if (Date.now() > deadline) throw new Error(`heard only ${JSON.stringify(heard)}`);
            await new Promise((wait) => setTimeout(wait, 20));
          }
        },
        close: () => asked.destroy(),
      });
    });
    asked.on('error', () => {});
    asked.end();
  });
}

const at = () => `project=${encodeURIComponent(project)}`;

describe('the API [R42]', () => {
  it('serves the document that is published with it (else: npm run openapi)', () => {
    const published = readFileSync(join(import.meta.dirname, '../../schemas/openapi.json'), 'utf8');
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    );
    expect(JSON.parse(published)).toEqual(described);
    expect(described).toEqual(JSON.parse(JSON.stringify(openApi(version))));
  });

  it('tells of itself', async () => {
    check('openApi', 200, described);
    const hello = await daemon.ask('/api/v1/hello?nonce=0123456789abcdef', { token: '' });
    check('hello', 200, hello.json);
    const wrong = await daemon.ask('/api/v1/hello?nonce=x');
    expect(wrong.status).toBe(400);
    check('hello', 400, wrong.json);
  });

  it('reads sessions, receipts, briefs and evidence, and notes', async () => {
    const { sessions } = (await call('listSessions', '/sessions?all=true')) as {
      sessions: { session: string }[];
    };
    expect(sessions.map(({ session }) => session)).toEqual(['one']);
    await call('showSession', '/sessions/one');
    const { agents } = (await call('listReceipts', '/sessions/one/receipts')) as {
      agents: { receipts: object[] }[];
    };
    expect(agents[0]!.receipts).toHaveLength(1);
    expect(await call('getBrief', '/sessions/one/brief?budget=700')).toMatchObject({
      session: 'one',
    });
    const { entries } = (await call('listEvidence', '/sessions/one/evidence')) as {
      entries: object[];
    };
    expect(entries).toEqual([
      expect.objectContaining({ id: 'toolu_1', outcome: 'ok', source: 'hook' }),
    ]);
    expect(
      await call('checkEvidence', '/sessions/one/evidence/check', { ran: 'npm test' }),
    ).toMatchObject({ predicate: { ran: 'npm test' } });
    await call('claimEvidence', '/sessions/one/evidence', { tool: 'Deploy', input: { to: 'x' } });
    expect(await call('addNote', '/sessions/one/notes', { text: 'Use tabs.' })).toMatchObject({
      by: 'agent',
    });
    await call('listQuestions', '/sessions/one/questions');
    await call('listRules', '/sessions/one/rules');
  });

  it('takes out what the session’s project says is a secret, wherever it is asked from', async () => {
    const config = '{"redact": ["zebra[0-9]"]}';
    mkdirSync(join(project, '.holdfast'), { recursive: true });
    writeFileSync(join(project, '.holdfast', 'config.json'), config);
    const trust = join(daemon.machine.state, 'trust');
    mkdirSync(trust, { recursive: true });
    const trusted = {
      version: 1,
      project,
      time: 'x',
      files: { '.holdfast/config.json': digest(config) },
    };
    writeFileSync(join(trust, `${digest(project).slice(0, 32)}.json`), JSON.stringify(trusted));
    await call('addNote', '/sessions/one/notes', { text: 'The word is zebra7.' });
    const journal = join(daemon.machine.state, 'sessions/claude-code/one/journal.ndjson');
    expect(readFileSync(journal, 'utf8')).toContain('The word is [redacted:custom].');
  });

  it('reads and moves tickets, and answers a question of one', async () => {
    const made = { title: 'Fix it', id: 'fix', scope: ['src/**'], contract: '- do it' };
    await call('newTicket', `/tickets?${at()}`, made);
    expect(await call('listTickets', `/tickets?${at()}`)).toHaveLength(1);
    expect(await call('claimTicket', `/tickets/fix/claim?${at()}`, { owner: 'w' })).toMatchObject({
      won: true,
    });
    const owner = 'w';
    await call('progressTicket', `/tickets/fix/progress?${at()}`, { text: 'began', owner });
    await call('blockTicket', `/tickets/fix/block?${at()}`, { reason: 'no key', owner });
    await call('reopenTicket', `/tickets/fix/reopen?${at()}`, {});
    await call('claimTicket', `/tickets/fix/claim?${at()}`, { owner });
    await call('reviewTicket', `/tickets/fix/review?${at()}`, { note: 'look', owner });
    await call('doneTicket', `/tickets/fix/done?${at()}`, { result: 'fixed', owner });
    expect(await call('showTicket', `/tickets/fix?${at()}`)).toMatchObject({
      status: 'done',
      result: 'fixed',
    });
    await call('newTicket', `/tickets?${at()}`, { title: 'Other', id: 'other' });
    await call('claimTicket', `/tickets/other/claim?${at()}`, { owner });
    await call('failTicket', `/tickets/other/fail?${at()}`, { reason: 'no way', owner });
    const plan = join(project, '_resume.md');
    writeFileSync(plan, '---\nvalidation_questions:\n  - "Which port?"\nnext_action: go on\n---\n');
    daemon.machine.run(['task', 'set', plan]);
    const asked = (await call('listQuestions', `/sessions/one/questions?${at()}`)) as {
      questions: object[];
    };
    expect(asked.questions).toHaveLength(1);
    await call('answerQuestion', `/sessions/one/answers?${at()}`, { question: '1', answer: '80' });
  });

  it('reads workers and tells one something; what cannot be done is said in the same form', async () => {
    expect(await call('listWorkers', '/workers?all=true')).toHaveLength(1);
    expect(await call('showWorker', '/workers/w-1')).toMatchObject({
      status: 'lost',
      alive: false,
    });
    await call('sendToWorker', '/workers/w-1/messages', { text: 'hold on' });
    await call('resumeWorker', '/workers/w-1/resume', {}, 404);
    await call('showWorker', '/workers/nobody', undefined, 404);
    await call('startWorker', `/workers?${at()}`, { ticket: 'fix', host: 'claude-code' }, 409);
    await call('stopWorker', '/workers/w-1/stop', { now: true });
  });

  it('leads through a workflow', async () => {
    const flows = (await call('listWorkflows', `/workflows?${at()}`)) as { id: string }[];
    expect(flows.map(({ id }) => id)).toContain('plan-first');
    const begun = { workflow: 'plan-first', set: { task: 'fix it' }, session: 'one' };
    const { run, view } = (await call('startRun', `/runs?${at()}`, begun)) as {
      run: string;
      view: { token: string; step: string };
    };
    expect(await call('listRuns', '/runs')).toHaveLength(1);
    expect(await call('showRun', `/runs/${run}?${at()}`)).toMatchObject({ run });
    const next = (await call('nextStep', `/runs/${run}/next?${at()}`, {
      token: view.token,
      note: 'n',
    })) as { outcome: string };
    expect(next.outcome).toBe('missing');
    await call('checkpointRun', `/runs/${run}/checkpoint?${at()}`, { text: 'here', name: 'a' });
    await call('rewindRun', `/runs/${run}/rewind?${at()}`, { to: 'a' });
    await call('abandonRun', `/runs/${run}/abandon?${at()}`, { why: 'enough' });
  });

  it('takes no body, parameter or project that it does not know', async () => {
    await call('addNote', '/sessions/one/notes', {}, 400);
    await call('addNote', '/sessions/one/notes', { text: 'a', more: 1 }, 400);
    await call('addNote', '/sessions/one/notes', { text: 5 }, 400);
    const { text } = await daemon.ask('/api/v1/sessions/one/notes', { body: '{"txt":"a"}' });
    expect(text).toContain('The body has \\"txt\\", which this does not take. It takes: text');
    await call('listSessions', '/sessions?some=1', undefined, 400);
    await call('listTickets', '/tickets?project=relative', undefined, 400);
    await call('listTickets', '/tickets?project=/nowhere/at/all', undefined, 400);
    // Taken from where the daemon runs, this would be a folder.
    for (const path of ['relative', '.', '..']) {
      expect((await daemon.ask(`/api/v1/events?project=${path}`)).status).toBe(400);
    }
    // A value is never an option of the command behind it.
    await call('showSession', '/sessions/--help', undefined, 404);
    await call('addNote', '/sessions/one/notes', { text: '--session=two' });
  });

  it('lets no request stand for a person', async () => {
    const asPerson = ['release', 'trust', 'uninstall', 'forget', 'config'];
    const paths = Object.keys(described.paths).join(' ');
    for (const word of asPerson) expect(paths).not.toContain(`/${word}`);
    const shown = (await call('showSession', '/sessions/one')) as { notes: { by: string }[] };
    expect(shown.notes.every(({ by }) => by === 'agent')).toBe(true);
  });

  it('says what happens as it happens, and goes on behind the last that was seen', async () => {
    const document = { ...described.components, $ref: '#/schemas/Event' };
    const isEvent = documents.compile(document);
    const first = await listen(`/api/v1/events?${at()}`);
    expect(first.type).toBe('text/event-stream');
    await daemon.ask('/api/v1/sessions/one/notes', { body: '{"text": "heard"}' });
    const [noted] = await first.until(({ kind }) => kind === 'session');
    expect(noted!.data).toMatchObject({ session: 'one', host: 'claude-code', entry: 'note' });
    expect(JSON.stringify(noted)).not.toContain('heard');
    await daemon.ask(`/api/v1/tickets/other/reopen?${at()}`, { body: '{}' });
    const moved = await first.until(({ kind }) => kind === 'ticket');
    expect(moved.at(-1)!.data).toMatchObject({ ticket: 'other', state: 'queued' });
    for (const { data } of [noted!, ...moved]) expect([data, isEvent(data)]).toEqual([data, true]);
    first.close();
    const again = await listen(`/api/v1/events?${at()}`, { 'last-event-id': noted!.id });
    const rest = await again.until(({ kind }) => kind === 'ticket');
    expect(rest.map(({ id }) => id)).toEqual(moved.map(({ id }) => id));
    again.close();
    // Of another daemon, or too long ago.
    const strange = await listen('/api/v1/events', { 'last-event-id': 'ffff-12' });
    const [gap] = await strange.until(({ kind }) => kind === 'gap');
    expect(isEvent(gap!.data)).toBe(true);
    strange.close();
  });

  it('was seen to answer every operation as the document says', () => {
    const all = [...endpoints.map(({ id }) => id), 'hello', 'openApi'];
    // Without a client to start there are none of these; tests of workers start some.
    const others = ['startWorker', 'resumeWorker'];
    expect([...seen].sort()).toEqual(all.filter((id) => !others.includes(id)).sort());
  });
});
