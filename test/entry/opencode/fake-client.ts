import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { writeSetTask } from '../../../src/app/task/store.ts';
import type { ClientMessage, PromptBody } from '../../../src/entry/opencode/client.ts';
import { stateStore } from '../../../src/platform/state-store.ts';
import { plugin } from '../../built/plugins.ts';

/** A client in memory: what it answers to the plugin, and what the plugin asked of it. */
export interface FakeClient {
  /** Hooks of the plugin, by name. */
  hooks: Record<string, (input: unknown, output: unknown) => Promise<void>>;
  messages: ClientMessage[];
  prompted: PromptBody[];
  folder: string;
  /** What the client does when it is asked; a test may replace each. */
  answers: {
    get(): Promise<{ data?: unknown }>;
    messages(): Promise<{ data?: unknown }>;
    prompt(body: PromptBody): Promise<{ error?: unknown }>;
  };
  /** Compactions that the plugin asked the client for. */
  summarised: number;
  /** Toasts that the plugin had shown. */
  toasts: string[];
  /** The very object that the plugin was given. */
  client: never;
}

export const session = 'ses_00000001';
const open: string[] = [];

afterEach(() => {
  for (const folder of open.splice(0)) removeFolder(folder);
});

export function fakeClient(plan = ''): FakeClient {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-plugin-')));
  open.push(folder);
  mkdirSync(join(folder, '.git'));
  if (plan !== '') {
    const path = join(folder, 'PLAN.md');
    writeFileSync(path, plan);
    const task = { path, when: '2026-01-01T00:00:00.000Z', by: 'person' };
    writeSetTask(stateStore(join(folder, 'state')), folder, task);
  }
  const messages: ClientMessage[] = [];
  const prompted: PromptBody[] = [];
  const answers: FakeClient['answers'] = {
    get: async () => ({ data: { id: session, directory: folder } }),
    messages: async () => ({ data: structuredClone(messages) }),
    async prompt(body) {
      prompted.push(body);
      return {};
    },
  };
  const made = { summarised: 0, toasts: [] as string[] };
  const client = {
    session: {
      get: () => answers.get(),
      messages: () => answers.messages(),
      prompt: ({ body }: { body: PromptBody }) => answers.prompt(body),
      summarize: async () => {
        made.summarised += 1;
        return {};
      },
      promptAsync: ({ body }: { body: PromptBody }) => answers.prompt(body),
    },
    tui: {
      showToast: async ({ body }: { body: { message: string } }) => made.toasts.push(body.message),
    },
  };
  const hooks = plugin({ client, directory: folder }, join(folder, 'state')) as FakeClient['hooks'];
  return Object.assign(made, {
    hooks,
    messages,
    prompted,
    folder,
    answers,
    client: client as never,
  });
}

let serial = 0;
const next = (kind: string): string => `${kind}_${String(++serial).padStart(8, '0')}`;

/** A prompt, a call that wrote a file, and a compaction that is done. */
export function compactedSession(
  folder: string,
  prompt = 'Never rename the column customer_ref_77.',
): ClientMessage[] {
  const message = (role: string, parts: object[], more: object = {}): ClientMessage => ({
    info: { id: next('msg'), sessionID: session, role, time: { created: serial }, ...more },
    parts: parts.map((part) => ({ id: next('prt'), type: 'text', ...part })),
  });
  const done = { finish: 'stop', time: { created: 1, completed: 2 } };
  const input = { filePath: `${folder}/made.txt`, content: 'x' };
  const state = { status: 'completed', input, output: 'Wrote file successfully.', metadata: {} };
  const call = { type: 'tool', tool: 'write', callID: 'call_1', state };
  const cut = message('user', [{ type: 'compaction', auto: true }]);
  const parentID = cut.info.id;
  return [
    message('user', [{ text: prompt }]),
    message('assistant', [call], done),
    cut,
    message('assistant', [{ text: 'Work went on.' }], { ...done, summary: true, parentID }),
  ];
}
