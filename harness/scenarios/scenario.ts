import type { Policy } from '../request.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Screen } from '../screen.ts';

/** One recorded run of a client: what lies in the project, what the model does, what the hooks answer. */
export interface Scenario {
  name: string;
  /** Prompts in print mode, in order; each after the first resumes the session. */
  prompts?: string[];
  /** What a person does at the interactive screen, which is opened with `screenArgs`. */
  atScreen?: (screen: Screen) => Promise<void>;
  screenArgs?: string[];
  prepare(sandbox: Sandbox): void;
  policy(sandbox: Sandbox): Policy;
  /** What the recorder prints for an event; for `Stop` once, since it would force a turn for ever. */
  answers?: Record<string, string>;
}
