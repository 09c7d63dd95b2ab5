import { copilotDriver } from '../../harness/drivers/copilot.ts';
import { killHookAt } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: copilotDriver,
  // The summary is written beside the turn; a text reaches the model with the first result behind it.
  briefWithin: 3,
  async compactByHand(work, sessionId) {
    await work.run('/compact', { resume: sessionId });
  },
  // Without its announcement nothing looks for a compaction until the turn ends.
  failsToPrompt: true,
  failures: {
    'killed at preCompact': (work) => killHookAt(work, /"customInstructions"/),
  },
  foreignSettings: (log) =>
    `{\r\n\t"version": 1,\r\n\t"hooks": {"preCompact":[{"type":"command","command":"echo foreign >> '${log}'"}]  }\r\n}\r\n`,
  skips: {
    steering: 'the answer of a hook before the compaction is ignored',
    subagent: 'no event tells which agent it belongs to',
  },
});
