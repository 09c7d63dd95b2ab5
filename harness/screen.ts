import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atExit } from './cleanup.ts';
import type { FetchedClient } from './fetch-client.ts';
import type { ModelServer } from './model-server.ts';
import { clientEnvironment, dummyKey, type Sandbox } from './sandbox.ts';

export interface ScreenOptions {
  client: FetchedClient;
  sandbox: Sandbox;
  server: ModelServer;
  userSettings?: Record<string, unknown>;
  args?: string[];
  env?: Record<string, string>;
  columns?: number;
  rows?: number;
}

/** The client's interactive screen in a pseudo-terminal. */
export interface Screen {
  /** What the person sees now, with `history` lines that scrolled away above it. */
  read(history?: number): string;
  /** Types a text as a person would. */
  type(text: string): void;
  /** Presses keys by the names of tmux (`Enter`, `Escape`, `C-c`). */
  press(...keys: string[]): void;
  /** Waits until the screen shows the text or pattern; throws with the screen after `timeoutMs` (20,000). */
  waitFor(expected: string | RegExp, timeoutMs?: number): Promise<string>;
  /** Ends the client and its terminal, and waits until the client is gone. */
  close(): Promise<void>;
}

/** True where `tmux` can be run. */
export function hasTerminal(): boolean {
  return spawnSync('tmux', ['-V']).status === 0;
}

/** Opens the interactive screen, with the client's first-run questions answered beforehand. */
export function openScreen(options: ScreenOptions): Screen {
  const { client, sandbox, server } = options;
  answerFirstRun(sandbox);
  if (options.userSettings) {
    mkdirSync(join(sandbox.home, '.claude'), { recursive: true });
    const path = join(sandbox.home, '.claude', 'settings.json');
    writeFileSync(path, `${JSON.stringify(options.userSettings, null, 2)}\n`);
  }
  // A server of its own, so that closing it can end nothing but what was started here.
  const socket = join(sandbox.root, `tmux-${randomUUID().slice(0, 8)}`);
  const env = clientEnvironment(sandbox, server.url, options.env);
  const tmux = (...args: string[]) =>
    spawnSync('tmux', ['-S', socket, ...args], { env, encoding: 'utf8' });
  const size = ['-x', String(options.columns ?? 120), '-y', String(options.rows ?? 50)];
  const command = [client.path, ...(options.args ?? ['--dangerously-skip-permissions'])];
  const started = tmux(
    ...['-f', '/dev/null', 'new-session', '-d', '-s', 'client', ...size, '-c', sandbox.project],
    ...command,
  );
  if (started.status !== 0) throw new Error(`tmux did not start: ${started.stderr}`);

  const pid = Number(tmux('display-message', '-p', '-t', 'client', '#{pane_pid}').stdout);
  const done = atExit(() => tmux('kill-server'));
  const read = (history = 0): string =>
    tmux('capture-pane', '-p', '-J', '-t', 'client', '-S', String(-history)).stdout;
  return {
    read,
    type: (text) => void tmux('send-keys', '-t', 'client', '-l', text),
    press: (...keys) => void tmux('send-keys', '-t', 'client', ...keys),
    async waitFor(expected, timeoutMs = 20_000) {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const screen = read();
        const found =
          typeof expected === 'string' ? screen.includes(expected) : expected.test(screen);
        if (found) return screen;
        if (Date.now() > until) throw new Error(`Not seen: ${expected}\n${screen}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async close() {
      tmux('kill-server');
      await ended(pid);
      done();
    },
  };
}

/** Waits for the end of a process that was started here; after five seconds it is killed. */
async function ended(pid: number): Promise<void> {
  for (let tries = 0; isAlive(pid); tries++) {
    if (tries === 50) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Types a line and sends it. The pause lets the screen take a paste for typing. */
export async function enter(screen: Screen, text: string): Promise<void> {
  screen.type(text);
  await screen.waitFor(text);
  await new Promise((resolve) => setTimeout(resolve, 300));
  screen.press('Enter');
}

/** Presses keys in a dialog. It overlooks keys that come as soon as it is drawn, hence the pause. */
export async function choose(screen: Screen, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await new Promise((resolve) => setTimeout(resolve, 800));
    screen.press(key);
  }
}

function answerFirstRun(sandbox: Sandbox): void {
  const answers = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [dummyKey.slice(-20)], rejected: [] },
    hasTrustDialogHooksAccepted: true,
    bypassPermissionsModeAccepted: true,
    projects: {
      [sandbox.project]: {
        hasTrustDialogAccepted: true,
        hasCompletedProjectOnboarding: true,
        allowedTools: [],
      },
    },
  };
  writeFileSync(join(sandbox.home, '.claude.json'), JSON.stringify(answers));
}
