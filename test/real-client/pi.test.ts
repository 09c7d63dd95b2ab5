import { piDriver } from '../../harness/drivers/pi.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: piDriver,
  briefWithin: 1,
  skips: {
    steering: 'no event of this client can say a word to its own summariser',
    subagent: 'this client has no subagents of its own',
    'manual compaction': 'not yet',
    'failed hook': 'not yet',
    uninstall: 'not yet',
  },
});
