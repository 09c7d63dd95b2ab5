import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import { makePlace } from '../replay/place.ts';
import { makeRecordFile } from '../replay/record-file.ts';
import { makeWorkTree } from '../replay/work-tree.ts';
import { median } from '../score/bootstrap.ts';
import type { Arm, Told } from './arm.ts';
import { plainTold } from './arm.ts';
import { installHoldfast } from './holdfast.ts';
import { pool } from './pool.ts';

export interface ComposedArm {
  arm: Arm;
  /** Of each boundary, from the start of the program to its end. */
  milliseconds: number[];
  /** Boundaries at which the product left the compaction to the host. */
  left: number;
}

/** The product's own compactions at the same boundaries, from the record as it stood there, by the program that a host starts. */
export async function composedArm(
  sessions: readonly BenchSession[],
  version: string,
): Promise<ComposedArm> {
  const all = (await pool([...sessions], 1, composeSession)).flat();
  const told = new Map<string, Told>(all.map(({ id, text }) => [id, plainTold(text)]));
  return {
    arm: { id: 'composed', title: 'holdfast composed compaction', version, told },
    milliseconds: all.map(({ ms }) => ms),
    left: all.filter(({ text }) => text === '').length,
  };
}

/** One sentence for the notes of a run. */
export function composedNote({ milliseconds, left }: ComposedArm): string {
  const ms = Math.round(median(milliseconds) ?? 0);
  const most = Math.round(Math.max(0, ...milliseconds));
  return `Composed compactions took ${ms} ms in the median and ${most} ms at most, the start of the program included; ${left} of ${milliseconds.length} were left to the host.`;
}

async function composeSession(session: BenchSession) {
  const place = makePlace(session);
  try {
    const tree = makeWorkTree(session, place);
    const record = makeRecordFile(session, place);
    const { env } = await installHoldfast(place);
    const settings = join(place.home, '.config', 'holdfast');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'config.json'), '{"compaction":"replace"}');
    return boundariesOf(session).map((boundary, index) => {
      tree.advance(boundary.line);
      record.growTo(boundary.line);
      const payload = {
        hook_event_name: 'PreCompact',
        session_id: record.sessionId,
        transcript_path: record.path,
        cwd: place.project,
        trigger: boundary.trigger,
      };
      const started = performance.now();
      const run = spawnSync(join(env.HOLDFAST_HOME!, 'bin', 'hook'), ['claude-code', 'compose'], {
        input: JSON.stringify(payload),
        env: { PATH: process.env.PATH, HOME: place.home, LANG: 'C.UTF-8', CLAUDECODE: '1', ...env },
        encoding: 'utf8',
        cwd: place.project,
      });
      const ms = performance.now() - started;
      const text: string = run.stdout === '' ? '' : JSON.parse(run.stdout).text;
      record.growTo(boundary.next);
      return { id: `${session.name}#${index + 1}`, text: place.toRecord(text), ms };
    });
  } finally {
    place.remove();
  }
}
