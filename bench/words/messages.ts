import { readdirSync, readFileSync, statSync } from 'node:fs';
import { findRecords } from '../../src/app/records/find.ts';
import { readConversation } from '../../src/app/records/read.ts';
import { redact } from '../../src/core/trust/redact.ts';
import { recordStores } from '../../src/hosts/record-registry.ts';
import { recordDisk } from '../../src/platform/record-disk.ts';

/** A stretch of a message that a reader marked; `label` is what both say, or that they differ. */
export interface Span {
  start: number;
  end: number;
  label: 'rule' | 'arguable' | 'decision';
}

/** A labelled message of a real record: which row it is, and what was marked in it. The text is not kept. */
export interface Labelled {
  id: string;
  file: string;
  row: number;
  origin: string;
  length: number;
  spans: Span[];
}

export function readLabels(path: string): Labelled[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The texts of labelled messages by file and row, from the records below `root`; those that are not there are left out. */
export function textsOf(labels: readonly Labelled[], root: string): Map<string, string> {
  const wanted = new Set(labels.map(({ file, row }) => `${file}:${row}`));
  const files = new Set(labels.map(({ file }) => file));
  const texts = new Map<string, string>();
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => files.has(name) && statSync(`${root}/${name}`).isFile())
    .sort()
    .map((name) => `${root}/${name}`);
  const named = paths.map((path) => ({ path, stores: recordStores, named: true as const }));
  for (const found of findRecords(recordDisk, named as never)) {
    if (!('ref' in found)) continue;
    const { ref } = found;
    readConversation(recordDisk, ref, (item) => {
      if (item.type !== 'user' || item.replayed) return;
      const key = `${ref.path.slice(root.length + 1)}:${item.at.line}`;
      if (wanted.has(key) && !texts.has(key)) texts.set(key, redact(item.text));
    });
  }
  return texts;
}
