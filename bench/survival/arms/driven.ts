import type { BenchSession } from '../cases/session.ts';
import type { Delivery, DriveOptions, Install } from '../replay/drive-claude.ts';
import { driveClaude } from '../replay/drive-claude.ts';
import { pointersOf } from '../replay/pointers.ts';
import type { Arm, Told } from './arm.ts';
import { pool } from './pool.ts';

/** Sessions that are replayed at the same time. */
const width = 2;

export interface Driven {
  /** By case. */
  deliveries: ReadonlyMap<string, Delivery>;
}

/** Replays sessions against a program's hooks. */
export async function drive(
  sessions: readonly BenchSession[],
  install: Install,
  depth: DriveOptions['depth'],
): Promise<Driven> {
  // The longest first, so that two of them keep both processors busy to the end.
  const order = [...sessions].sort((one, other) => other.lines.length - one.lines.length);
  const all = await pool(order, width, async (session) =>
    (await driveClaude(session, install, { depth, pointersOf })).map(
      (delivery) => [`${session.name}#${delivery.number}`, delivery] as const,
    ),
  );
  return { deliveries: new Map(all.flat()) };
}

/** An arm of what was delivered: the brief alone, or with what came with the first tool results or prompt. */
export function armOf(
  about: Pick<Arm, 'id' | 'title' | 'version'>,
  { deliveries }: Driven,
  part: 'brief' | 'all',
): Arm {
  const told = new Map<string, Told>();
  const pointers = new Map<string, Delivery['pointers']>();
  for (const [id, one] of deliveries) {
    const later = part === 'all' ? one.later : '';
    const text = [one.brief, later].filter((piece) => piece !== '').join('\n');
    told.set(id, { text, given: one.given + later.length, cut: one.cut });
    pointers.set(id, one.pointers);
  }
  return { ...about, told, pointers };
}
