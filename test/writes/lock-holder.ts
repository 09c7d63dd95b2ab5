import { appendFileSync } from 'node:fs';
import { busyFault } from '../../src/core/lock.ts';
import { claimOnce } from '../../src/platform/claim.ts';
import { withLock, withLockOrWithout } from '../../src/platform/lock.ts';
import { pause } from '../../src/platform/pause.ts';

/* A process of ours that works under a lock: `node --import tsx lock-holder.ts HOW FOLDER LOG ROUNDS MS`. */
const [how, folder = '', log = '', rounds = '1', ms = '0'] = process.argv.slice(2);

function work(): void {
  appendFileSync(log, `${process.pid} in\n`);
  pause(Number(ms));
  appendFileSync(log, `${process.pid} out\n`);
}

for (let round = 0; round < Number(rounds); round += 1) {
  try {
    if (how === 'claim') {
      if (claimOnce(`${folder}/${round}`, false)) appendFileSync(log, `claimed ${round}\n`);
    } else if (how === 'hook') withLockOrWithout(folder, 250, work);
    else withLock(folder, work, busyFault('it'));
  } catch (error) {
    appendFileSync(log, `${(error as Error).message}\n`);
  }
}
