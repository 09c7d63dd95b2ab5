import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import { installHoldfast } from '../survival/arms/holdfast.ts';
import { drives } from '../survival/arms/other-hosts.ts';
import { pool } from '../survival/arms/pool.ts';
import { sessionsOf } from '../survival/cases/find.ts';
import { boundariesOf } from '../survival/cases/session.ts';
import type { Behind, Delivery } from '../survival/replay/drive-claude.ts';
import { driveClaude } from '../survival/replay/drive-claude.ts';
import { pointersOf } from '../survival/replay/pointers.ts';
import type { Examination } from './questions.ts';

/** What a reader may see who takes over behind a boundary. */
export interface Texts {
  summary: string;
  /** What the installed product told besides, the loss report included. */
  told: string;
  /** What a prompt with the words of each question brings up by itself, in the questions' order. */
  brought: string[];
  /** Characters of the brief alone. */
  brief: number;
}

/** Drives the built, installed product at the boundaries of the examinations, as the survival benchmark does. */
export async function textsOf(exams: readonly Examination[]): Promise<Map<string, Texts>> {
  const found = await pool([...exams], 2, async (exam): Promise<[string, Texts]> => {
    const session = sessionsOf(exam.host).find(({ name }) => name === exam.record);
    if (session === undefined) throw new Error(`The sample has no record ${exam.record}.`);
    const brought: string[] = [];
    const behind = askAll(exam, brought);
    const drive =
      exam.host === 'claude-code'
        ? driveClaude(session, installHoldfast, { depth: 'boundary', pointersOf, behind })
        : drives[exam.host]!.drive(session, behind);
    const delivery: Delivery = (await drive).find(({ number }) => number === exam.boundary)!;
    const summary = boundariesOf(session)[exam.boundary - 1]?.summary ?? '';
    const told = [delivery.brief, delivery.later].filter((part) => part !== '').join('\n');
    return [exam.name, { summary, told, brought, brief: delivery.brief.length }];
  });
  return new Map(found);
}

/** Asks each question as if no other had been asked: the state is put back as it was. */
function askAll({ boundary, questions }: Examination, brought: string[]): Behind {
  return async (number, { home, ask }) => {
    if (number !== boundary) return;
    const state = join(home, '.holdfast-state');
    await until(() => passagesIn(state));
    // What the first prompt behind a boundary brings besides is none of it.
    await ask('Go on.');
    const kept = `${state}-kept`;
    cpSync(state, kept, { recursive: true });
    for (const { question } of questions) {
      brought.push(broughtIn(await ask(question)));
      removeFolder(join(state, 'sessions'));
      cpSync(join(kept, 'sessions'), join(state, 'sessions'), { recursive: true });
    }
  };
}

/** Of what comes with a prompt, what its words brought up: the line about the task is no part of it. */
function broughtIn(told: string): string {
  return /^Holdfast: from before[\s\S]*?(?=\n\nHoldfast: |$(?![\s\S]))/m.exec(told)?.[0] ?? '';
}

/** True once the product has taken in what came before the last boundary, which it does when its answer is out. */
function passagesIn(state: string): boolean {
  const sessions = join(state, 'sessions');
  const names = readdirSync(sessions, { recursive: true, encoding: 'utf8' });
  return names.some((name) => {
    if (basename(name) !== 'passages') return false;
    const made: string = JSON.parse(lines(join(sessions, name))[0]!).at;
    const entries = lines(join(sessions, dirname(name), 'journal.ndjson'));
    const announced = entries.findLast((line) => line.includes('"kind":"expected"'));
    return announced !== undefined && made >= JSON.parse(announced).at;
  });
}

function lines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n');
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('The product took in nothing of what came before.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
