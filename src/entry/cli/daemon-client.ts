import { join } from 'node:path';
import { daemonFolder } from '../../app/daemon/files.ts';
import type { DaemonPorts } from '../../app/daemon/ports.ts';
import { askHttp } from '../../platform/http-ask.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { randomBytes } from '../../platform/random.ts';
import { readSmall } from '../../platform/small-files.ts';

/** What the daemon of a state folder is found and asked with. */
export function daemonPorts(home: string): DaemonPorts {
  return {
    read: (name) => readSmall(join(home, daemonFolder, name)),
    isAlive,
    ask: askHttp,
    random: randomBytes,
  };
}
