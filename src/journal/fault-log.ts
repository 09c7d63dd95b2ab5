import { join } from 'node:path';
import { redact } from '../core/trust/redact.ts';
import { appendLines } from '../platform/append-line.ts';
import { readSmall, sizeAndTime } from '../platform/small-files.ts';

const sizeLimit = 256 * 1024;
const quietMs = 3_600_000;

/**
 * Writes down that a hook failed, for `holdfast doctor`: one line an hour for each distinct failure, and
 * nothing more once the file is large. Never throws.
 */
export function recordFault(
  stateFolder: string,
  fault: { host: string; event: string; message: string },
  now: Date,
): void {
  const path = join(stateFolder, 'faults.ndjson');
  try {
    const known = readTail(path);
    const host = plainName(fault.host);
    const event = plainName(fault.event);
    const said =
      event === fault.event ? fault.message : fault.message.replaceAll(fault.event, event);
    const message = redact(said).slice(0, 500);
    const same = known.some(
      (one) =>
        one.event === event &&
        one.host === host &&
        one.message === message &&
        now.getTime() - Date.parse(one.time) < quietMs,
    );
    if (!same)
      appendLines(path, [JSON.stringify({ time: now.toISOString(), host, event, message })]);
  } catch {
    // The disk refuses: there is nowhere to say it.
  }
}

/** Names of hosts and events are letters; another one came from outside, and is not kept. An event may have none. */
function plainName(name: string): string {
  if (name === '') return name;
  return /^[A-Za-z][A-Za-z._-]{0,59}$/.test(name) ? redact(name) : 'unknown';
}

interface Fault {
  time: string;
  host: string;
  event: string;
  message: string;
}

function readTail(path: string): Fault[] {
  const found = sizeAndTime(path);
  if (found && found.size > sizeLimit) throw new RangeError('the file of faults is full');
  return (readSmall(path) ?? '')
    .split('\n')
    .slice(-200)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Fault];
      } catch {
        return [];
      }
    });
}
