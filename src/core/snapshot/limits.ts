import type { Limit } from './table.ts';

/**
 * What the stored state of a session may take, in bytes of its JSON form. Together under 400,000, however
 * long the session is. Where a table is full its oldest rows go and are counted.
 */
export const limits = {
  /** Row ids known for sure: at least the last 1,600, at most the last 3,200. */
  seenRows: 1600,
  pendingCalls: { rows: 120, bytes: 24_000 },
  rules: { rows: 600, bytes: 80_000 },
  requests: { rows: 300, bytes: 40_000 },
  approvals: { rows: 60, bytes: 14_000 },
  files: { rows: 400, bytes: 48_000 },
  editedFolders: { rows: 300, bytes: 20_000 },
  commands: { rows: 120, bytes: 22_000 },
  commandFamilies: { rows: 120, bytes: 12_000 },
  failingTests: { rows: 120, bytes: 16_000 },
  errors: { rows: 40, bytes: 10_000 },
  commits: { rows: 60, bytes: 10_000 },
  todos: { rows: 150, bytes: 22_000 },
  answers: { rows: 40, bytes: 14_000 },
  plans: { rows: 4, bytes: 26_000 },
  attempts: { rows: 60, bytes: 12_000 },
  inFlight: { rows: 40, bytes: 8_000 },
  instructions: { rows: 60, bytes: 9_000 },
  skills: { rows: 30, bytes: 5_000 },
  references: { rows: 400, bytes: 36_000 },
  exchanges: { rows: 60, bytes: 34_000 },
  refusals: { rows: 30, bytes: 9_000 },
  failedCalls: { rows: 40, bytes: 14_000 },
  works: { rows: 40, bytes: 16_000 },
  outside: { rows: 60, bytes: 16_000 },
  deferred: { rows: 40, bytes: 9_000 },
  boundaries: { rows: 60, bytes: 8_000 },
} satisfies Record<string, Limit | number>;

/** UTF-16 units of one kept text. */
export const lengths = {
  /** A rule is kept whole up to here; of a longer message its rule sentences are. */
  rule: 1200,
  /** All rule passages of one long message. */
  rulePassages: 6000,
  request: 2000,
  question: 600,
  /** The end of the agent's newest text, in which a question is looked for. */
  asking: 4000,
  asked: 300,
  command: 400,
  errorLine: 220,
  path: 500,
  plan: 6000,
  todo: 300,
  /** The agent's last text of a turn, and what an exchange keeps of it. */
  told: 6000,
  answer: 900,
  refusal: 240,
  stands: 320,
  claim: 160,
  deferred: 240,
  /** What a subagent was given to do. */
  assignment: 4000,
} as const;
