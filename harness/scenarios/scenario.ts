import type { Policy } from '../request.ts';
import type { Sandbox } from '../sandbox.ts';

/** One recorded run of a client: what lies in the project, what the model does, what the hooks answer. */
export interface Scenario {
  name: string;
  /** Prompts in order; each after the first resumes the session. */
  prompts: string[];
  prepare(sandbox: Sandbox): void;
  policy(sandbox: Sandbox): Policy;
  /** What the recorder prints for an event; for `Stop` once, since it would force a turn for ever. */
  answers?: Record<string, string>;
}
