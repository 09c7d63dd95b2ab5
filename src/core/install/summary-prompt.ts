import type { AskHost } from './hook-trust.ts';
import type { Place } from './host-install.ts';

/**
 * What a host summarises by, as far as a person's settings decide. `absent`: by its own prompt; `ours`: by ours as it is
 * now; `older`: by one of ours from another version; `other`: by one that the person has, in the setting named.
 */
export type PromptStanding =
  | { state: 'absent' | 'ours' | 'older' }
  | { state: 'other'; setting: string };

/**
 * How a host that can be told to summarise by another prompt is told so, by its own server. The prompt takes the place of
 * the host's whole one, so that it is set only when a person agreed to that very thing.
 */
export interface SummaryPrompt {
  /** Arguments with which the host's program serves JSON lines on its standard streams. */
  serverArgs: readonly string[];
  /** The setting's name. */
  setting: string;
  standing(ask: AskHost, cwd: string): Promise<PromptStanding>;
  write(ask: AskHost): Promise<void>;
  /** The file in which the host keeps it. */
  keptIn(place: Place): string;
  /** True when that file, by its text, holds a prompt of ours. */
  standsIn(text: string): boolean;
  /** The text of that file without our prompt. */
  withdraw(text: string): string;
  /** When it counts, and when it does not, as a sentence. */
  reach: string;
}
