import { installHoldfast } from '../survival/arms/holdfast.ts';
import { drives } from '../survival/arms/other-hosts.ts';
import { pool } from '../survival/arms/pool.ts';
import { sessionsOf } from '../survival/cases/find.ts';
import { boundariesOf } from '../survival/cases/session.ts';
import type { Delivery } from '../survival/replay/drive-claude.ts';
import { driveClaude } from '../survival/replay/drive-claude.ts';
import { pointersOf } from '../survival/replay/pointers.ts';
import type { Examination } from './questions.ts';

/** What a reader may see who takes over behind a boundary. */
export interface Texts {
  summary: string;
  /** What the installed product told besides, the loss report included. */
  told: string;
  /** Characters of the brief alone. */
  brief: number;
}

/** Drives the built, installed product at the boundaries of the examinations, as the survival benchmark does. */
export async function textsOf(exams: readonly Examination[]): Promise<Map<string, Texts>> {
  const found = await pool([...exams], 2, async (exam): Promise<[string, Texts]> => {
    const session = sessionsOf(exam.host).find(({ name }) => name === exam.record);
    if (session === undefined) throw new Error(`The sample has no record ${exam.record}.`);
    const drive =
      exam.host === 'claude-code'
        ? driveClaude(session, installHoldfast, { depth: 'boundary', pointersOf })
        : drives[exam.host]!.drive(session);
    const delivery: Delivery = (await drive).find(({ number }) => number === exam.boundary)!;
    const summary = boundariesOf(session)[exam.boundary - 1]?.summary ?? '';
    const told = [delivery.brief, delivery.later].filter((part) => part !== '').join('\n');
    return [exam.name, { summary, told, brief: delivery.brief.length }];
  });
  return new Map(found);
}
