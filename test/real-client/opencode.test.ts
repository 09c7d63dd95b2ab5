import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: openCodeDriver,
  briefWithin: 1,
  skips: {
    'manual compaction': 'not yet',
    'turn end': 'the client of a single run ends with the turn, so nothing can continue it',
    'failed hook': 'not yet',
    uninstall: 'not yet',
  },
});
