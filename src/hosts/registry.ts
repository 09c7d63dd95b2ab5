import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import type { Host } from './host.ts';
import { openCode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { qwen } from './qwen/index.ts';

/** Hosts that start a command for an event. */
export const commandHosts: readonly Host[] = [claudeCode, codex, qwen];

/** Every host, in the order in which lists show them. */
export const hosts: readonly Host[] = [...commandHosts, openCode, pi];

/** The host of an id, as the command line and the configurations of hosts write it. */
export function hostById(id: string): Host | undefined {
  return hosts.find((host) => host.id === id);
}

/** The same of those that start commands alone, which is all that a hook program needs. */
export function commandHostById(id: string): Host | undefined {
  return commandHosts.find((host) => host.id === id);
}
