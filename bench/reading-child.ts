import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readRecord } from '../src/app/read-record.ts';
import { foldItem, newFold } from '../src/core/snapshot/fold.ts';
import { claudeCodeReader } from '../src/hosts/claude-code/transcript.ts';
import { recordFiles } from '../src/platform/record-file.ts';

/** One way to read a record; run in a process of its own. */
type Way = (path: string) => void | Promise<void>;

/** Every line as a text, by the same pieces and the same buffer as the reader uses; nothing is parsed. */
const lines: Way = (path) => {
  const file = recordFiles.open(path)!;
  let characters = 0;
  file.lines(0, (bytes) => {
    characters += bytes.toString('utf8').length;
  });
  file.close();
  if (characters === 0) throw new Error('nothing was read');
};

const parse: Way = (path) => {
  const file = recordFiles.open(path)!;
  file.lines(0, (bytes) => {
    try {
      JSON.parse(bytes.toString('utf8'));
    } catch {
      // A damaged line: nothing to parse.
    }
  });
  file.close();
};

const byReadline: Way = async (path) => {
  const input = createReadStream(path);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.length < 0) throw new Error('never');
  }
};

/** What a program does that wants the rows: Node's reader of lines, and JSON.parse of every one. */
const parseByReadline: Way = async (path) => {
  const input = createReadStream(path);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    try {
      JSON.parse(line);
    } catch {
      // A damaged line: nothing to parse.
    }
  }
};

const reader: Way = (path) => {
  readRecord(recordFiles, path, claudeCodeReader(), undefined, () => undefined);
};

const folds: Way = (path) => {
  const state = newFold();
  readRecord(recordFiles, path, claudeCodeReader(), undefined, (item) => foldItem(state, item));
};

const ways: Record<string, Way> = {
  lines,
  parse,
  readline: byReadline,
  'readline, parse': parseByReadline,
  reader,
  folds,
};

/** Arguments: the way, the path, how often. Prints the least time in milliseconds and the largest memory in megabytes. */
const [, , name = '', path = '', times = '1'] = process.argv;
let least = Number.POSITIVE_INFINITY;
for (let round = 0; round < Number(times); round += 1) {
  const start = performance.now();
  await ways[name]?.(path);
  least = Math.min(least, performance.now() - start);
}
console.log(JSON.stringify({ ms: least, rss: process.resourceUsage().maxRSS / 1024 }));
