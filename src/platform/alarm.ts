import { Worker } from 'node:worker_threads';
import { atWork } from './at-work.ts';

/** A program that is blocked for so long without opening another file is ended. */
const usualSeconds = 60;
/** An alarm that is not set at once is set when files together are larger than this. */
const large = 64 * 1024;
const longestPath = 4096;

/**
 * Sets an alarm that a blocked thread cannot keep from ringing: a thread beside it says which file was at hand and ends the
 * process. Whoever turns the loop or opens a file that was not opened before has more time. `name`: the command, for the
 * sentence. `atOnce`: before any large file. `limit`: seconds in place of the usual ones, 0 for none.
 */
export function setAlarm(name: string, atOnce: boolean, limit: string | undefined): void {
  const seconds = limit !== undefined && /^\d{1,6}$/.test(limit) ? Number(limit) : usualSeconds;
  if (seconds === 0) return;
  if (atOnce) {
    start(name, seconds);
    return;
  }
  let left = large;
  atWork.watch = {
    opening() {},
    opened(size) {
      left -= size;
      if (left < 0) start(name, seconds);
    },
    waits: () => () => {},
  };
}

function start(name: string, seconds: number): void {
  // How often the work went on, how many wait, the length of the path.
  const marks = new Int32Array(new SharedArrayBuffer(12));
  const path = Buffer.from(new SharedArrayBuffer(longestPath));
  const known = new Set<string>();
  const goOn = (): void => void Atomics.add(marks, 0, 1);
  atWork.watch = {
    opening(file) {
      if (known.has(file)) return;
      known.add(file);
      Atomics.store(marks, 2, path.write(file));
      goOn();
    },
    opened() {},
    waits() {
      Atomics.add(marks, 1, 1);
      return () => {
        goOn();
        Atomics.sub(marks, 1, 1);
      };
    },
  };
  try {
    const workerData = { marks, path: path.buffer, name, seconds };
    const thread = new Worker(ring, { eval: true, workerData, execArgv: [], env: {} });
    thread.on('error', () => {});
    thread.unref();
    setInterval(goOn, 1_000).unref();
  } catch {
    // A process that can start no thread goes without.
    delete atWork.watch;
  }
}

/** Half seconds are counted and no clock is read: a machine that slept and a process that was stopped ring nothing. */
const ring = String.raw`
const { workerData: { marks, path, name, seconds } } = require('node:worker_threads');
const still = new Int32Array(new SharedArrayBuffer(4));
let seen = 0;
for (let left = seconds * 2; left > 0; left -= 1) {
  Atomics.wait(still, 0, 0, 500);
  const now = Atomics.load(marks, 0);
  if (now !== seen || Atomics.load(marks, 1) > 0) left = seconds * 2 + 1;
  seen = now;
}
const file = Buffer.from(path).toString('utf8', 0, Atomics.load(marks, 2));
const shown = file === '' ? '' : ' on ' + file.replace(/[^\x20-\x7e\xa1-\u1fff\u2c00-\uffef]/g, '?');
try {
  require('node:fs').writeSync(2, 'holdfast ' + name + ' was ended: its work' + shown + ' did not go on for ' + seconds +
    ' seconds.\nThe file may be damaged, or its disk does not answer: look at it, or leave it out. ' +
    'HOLDFAST_TIME_LIMIT=600 gives a command 600 seconds, 0 as long as it takes.\n');
} finally {
  process.kill(process.pid, 'SIGKILL');
}
`;
