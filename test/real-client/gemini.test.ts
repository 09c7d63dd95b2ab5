import { geminiDriver } from '../../harness/drivers/gemini.ts';
import { killHookAt } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: geminiDriver,
  // Nothing that is said before the first tool behind a compression stays before the model.
  briefWithin: 2,
  shown: (text) => text.replaceAll('<', '\u2039').replaceAll('>', '\u203a'),
  failures: {
    'killed at BeforeModel': (work) => killHookAt(work, /"BeforeModel"/),
    'killed at SessionStart': (work) => killHookAt(work, /"SessionStart"/),
  },
  // Odd spaces and line ends, and a foreign hook on an event of ours.
  foreignSettings: (log) => {
    const foreign = `{"AfterTool":[{"matcher":"*","hooks":[{"type":"command","command":"echo foreign >> '${log}'"}]}]  }`;
    const own = JSON.stringify(geminiDriver.settings).slice(1, -1);
    return `{\r\n\t${own} ,\r\n\t"hooks": ${foreign}\r\n}\r\n`;
  },
  skips: {
    steering: 'this client gives nothing of a hook to its summariser',
    'manual compaction': 'without a screen the client sends /compress to the model besides',
    subagent: 'its hooks do not tell a subagent from the main session',
  },
});
