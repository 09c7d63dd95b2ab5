import { join } from 'node:path';
import { daemonFiles, daemonFolder } from '../../app/daemon/files.ts';
import { hookKeyOf } from '../../app/daemon/proof.ts';
import { parseRecord } from '../../core/daemon/record.ts';
import type { DaemonPlace } from '../../core/install/host-install.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { readSmall } from '../../platform/small-files.ts';

/** Where the daemon of a state folder takes hooks, while its process lives; it is not asked whether it answers. */
export function daemonPlace(home: string): DaemonPlace | undefined {
  const read = (name: string) => readSmall(join(home, daemonFolder, name));
  const record = parseRecord(read(daemonFiles.record));
  const token = read(daemonFiles.token)?.trim();
  if (!token || record === undefined || !isAlive(record.pid, record.identity)) return undefined;
  return { url: `http://127.0.0.1:${record.port}`, key: hookKeyOf(token) };
}
