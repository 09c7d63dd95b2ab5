import { claudeCode } from './claude-code/index.ts';
import { codexHost } from './codex/for-hook.ts';
import { copilotHost } from './copilot/for-hook.ts';
import { cursorHost } from './cursor/for-hook.ts';
import { droidHost } from './droid/for-hook.ts';
import { geminiHost } from './gemini/for-hook.ts';
import type { Host } from './host.ts';
import { qwenHost } from './qwen/for-hook.ts';

const hosts: Record<string, () => Host> = {
  'claude-code': () => claudeCode,
  codex: codexHost,
  qwen: qwenHost,
  gemini: geminiHost,
  copilot: copilotHost,
  cursor: cursorHost,
  droid: droidHost,
};

/** Ids of the hosts that start a command for an event. */
export const commandHostIds: readonly string[] = Object.keys(hosts);

/** A host that starts commands, by its id. A hook runs for one host: each is a part of the program by itself, and only that one is loaded. */
export function commandHostById(id: string): Host | undefined {
  return Object.hasOwn(hosts, id) ? hosts[id]!() : undefined;
}
