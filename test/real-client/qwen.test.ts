import { qwenDriver } from '../../harness/drivers/qwen.ts';
import { killHookAt } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: qwenDriver,
  // Nothing that a hook says before the first call behind a compaction reaches the model in time.
  briefWithin: 2,
  shown: (text) => text.replaceAll('<', '\u2039').replaceAll('>', '\u203a'),
  order: ['PreCompact', 'PostCompact', 'SessionStart'],
  async compactByHand(work, sessionId) {
    await work.run('/compress', { resume: sessionId });
  },
  failures: {
    'killed at PreCompact': (work) => killHookAt(work, /"PreCompact"/),
    'killed at PostCompact': (work) => killHookAt(work, /"PostCompact"/),
    'killed at SessionStart after the compaction': (work) => killHookAt(work, /"source":"compact"/),
  },
  // Odd spaces and line ends, and a foreign hook on an event of ours.
  foreignSettings: (log) => {
    const foreign = `{"PreCompact":[{"matcher":"auto","hooks":[{"type":"command","command":"echo foreign >> '${log}'"}]}]  }`;
    const own = JSON.stringify(qwenDriver.settings).slice(1, -1);
    return `{\r\n\t${own} ,\r\n\t"hooks": ${foreign}\r\n}\r\n`;
  },
});
