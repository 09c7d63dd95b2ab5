import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import type { Fact, FactKind } from './fact.ts';

/** What one reading of a message found in it. */
export interface Label {
  /** Line of the record, from 1. */
  line: number;
  /** Beginning of the SHA-256 of the text that was read: the label holds for this text only. */
  sha: string;
  kind: FactKind;
  /** What the message says, in the reader's words. */
  note: string;
  /** Of each group one phrase has to stand near the others. */
  words: string[][];
}

export interface LabelFile {
  file: string;
  labels: Label[];
  /** Kinds that a second reading found, without sight of the first, in another order. */
  secondPass: { line: number; sha: string; kinds: FactKind[] }[];
}

const folder = join(import.meta.dirname, '..', 'labels');
/** Words within which the groups of a label have to stand. */
const labelWindow = 80;

export function labelFileOf(session: BenchSession): LabelFile | undefined {
  const path = join(folder, `${session.name.replace(/\.jsonl?$/, '').replaceAll('/', '--')}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LabelFile) : undefined;
}

/** Labels of a stretch of lines that both readings gave with the same kind. */
export function labelFacts(
  session: BenchSession,
  from: number,
  to: number,
  segment: number,
): Fact[] {
  const file = labelFileOf(session);
  if (!file) return [];
  return agreedLabels(file).flatMap((label, index) => {
    const line = label.line - 1;
    if (line < from || line >= to) return [];
    if (!textsAt(session, line).some((text) => shaOf(text) === label.sha)) {
      throw new Error(
        `${session.name} line ${label.line} is not the text that was labelled. ` +
          'Label it anew, or take the label out of bench/survival/labels.',
      );
    }
    return [
      {
        id: `${label.kind} ${label.line} ${index}`,
        kind: label.kind,
        value: label.note,
        match: { by: 'near' as const, groups: label.words, window: labelWindow },
        state: 'true_at_boundary' as const,
        source: 'hand' as const,
        line,
        segment,
      },
    ];
  });
}

export function agreedLabels(file: LabelFile): Label[] {
  return file.labels.filter((label) =>
    file.secondPass.some((other) => other.line === label.line && other.kinds.includes(label.kind)),
  );
}

export function shaOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Everything of a line that a person said: a message, or words in the result of a call that was refused or asked. */
export function textsAt(session: BenchSession, line: number): string[] {
  return session.events.flatMap((event) =>
    event.line === line && (event.type === 'prompt' || event.type === 'result') ? [event.text] : [],
  );
}

/** Messages that a reading can find something in: what a person said, also in the result of a call. */
export function labelCandidates(session: BenchSession): number[] {
  const lines = session.events.flatMap((event) => {
    if (event.type === 'prompt') return [event.line + 1];
    const said =
      event.type === 'result' && /the user said:|has answered your/.test(event.text.slice(0, 600));
    return said ? [event.line + 1] : [];
  });
  return [...new Set(lines)];
}
