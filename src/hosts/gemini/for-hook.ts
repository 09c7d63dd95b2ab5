import type { Host } from '../host.ts';
import { gemini } from './index.ts';

/** The host by a function, so that a hook of another host need not load it. */
export function geminiHost(): Host {
  return gemini;
}
