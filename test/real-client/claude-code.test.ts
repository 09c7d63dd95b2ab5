import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { killHookAt } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: claudeCodeDriver,
  briefWithin: 1,
  order: ['PreCompact', 'SubagentStop', 'SessionStart', 'PostCompact'],
  async compactByHand(work, sessionId) {
    await work.run('/compact', { resume: sessionId });
  },
  failures: {
    'killed at PreCompact': (work) => killHookAt(work, /"PreCompact"/),
    'killed at SessionStart after the compaction': (work) => killHookAt(work, /"source":"compact"/),
  },
  // Odd spaces and line ends, and a foreign hook on an event of ours.
  foreignSettings: (log) =>
    `{\r\n\t"permissions": { "allow": [ "Bash(ls:*)" ] },\r\n` +
    `\t"hooks": {"PreCompact":[{"matcher":"auto","hooks":[{"type":"command","command":"echo foreign >> '${log}'"}]}]  }\r\n}\r\n`,
});
