import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { droid } from './droid/index.ts';
import { gemini } from './gemini/index.ts';
import type { Host } from './host.ts';
import { openCode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { qwen } from './qwen/index.ts';

/** Every host, in the order in which lists show them. */
export const hosts: readonly Host[] = [
  claudeCode,
  codex,
  qwen,
  gemini,
  copilot,
  openCode,
  pi,
  cursor,
  droid,
];

/** The host of an id, as the command line and the configurations of hosts write it. */
export function hostById(id: string): Host | undefined {
  return hosts.find((host) => host.id === id);
}
