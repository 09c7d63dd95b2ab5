import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const questionKinds = [
  'decision',
  'finding',
  'dead end',
  'preference',
  'state',
  'next',
  'reference',
] as const;

export interface Question {
  kind: (typeof questionKinds)[number];
  question: string;
  /** The short literal answer. */
  gold: string;
  /** The later record shows that it mattered. */
  mattered: boolean;
}

/** The questions about one real boundary. */
export interface Examination {
  name: string;
  host: 'claude-code' | 'pi' | 'codex';
  record: string;
  /** Number of the boundary in its record, from 1. */
  boundary: number;
  questions: Question[];
}

const folder = join(import.meta.dirname, 'questions');

export function examinations(): Examination[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      ...JSON.parse(readFileSync(join(folder, file), 'utf8')),
    }));
}
