import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geminiDriver } from '../../harness/drivers/gemini.ts';
import { killHookAt, type Workplace } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

/** The event comes again with each request, and each tells of the compression. */
function killOnce(work: Workplace): void {
  killHookAt(work, /"BeforeModel"/);
  const launcher = join(work.sandbox.holdfastHome, 'bin', 'hook');
  const killed = join(work.sandbox.root, 'killed');
  const text = readFileSync(launcher, 'utf8');
  writeFileSync(launcher, text.replace('if grep', `if [ ! -e '${killed}' ] && grep`));
}

await survivalSuite({
  driver: geminiDriver,
  // Nothing that is said before the first tool behind a compression stays before the model.
  briefWithin: 2,
  shown: (text) => text.replaceAll('<', '\u2039').replaceAll('>', '\u203a'),
  keepsFirstBrief: true,
  failures: {
    'killed at the first BeforeModel behind it': killOnce,
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
    subagent: 'no payload that was seen names a subagent, and none was driven',
  },
});
