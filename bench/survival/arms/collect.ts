import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import type { Case } from '../truth/truth.ts';
import type { Arm } from './arm.ts';
import { baselines } from './baselines.ts';
import { composedArm, composedNote } from './composed.ts';
import type { Driven } from './driven.ts';
import { armOf, drive } from './driven.ts';
import { installHoldfast } from './holdfast.ts';
import { contextModeVersion, installContextMode } from './peers/context-mode.ts';
import { networkCut } from './peers/fetch.ts';
import { installPlanningWithFiles, planningWithFilesVersion } from './peers/planning-with-files.ts';

export interface Collected {
  arms: Arm[];
  product: Driven;
  notes: string[];
}

export interface CollectOptions {
  peers: boolean;
  progress: (line: string) => void;
}

const root = join(import.meta.dirname, '..', '..', '..');

export function productVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** Runs every arm on the cases: the product first, then what needs no program, then the peers. */
export async function collect(
  sessions: readonly BenchSession[],
  cases: readonly Case[],
  { peers, progress }: CollectOptions,
): Promise<Collected> {
  progress(`Holdfast, through its hooks: ${sessions.length} sessions`);
  const product = await drive(sessions, installHoldfast, 'boundary');
  const version = productVersion();
  const brief = armOf({ id: 'brief', title: 'holdfast brief', version }, product, 'brief');
  const all = armOf(
    { id: 'all', title: 'holdfast brief and loss report', version },
    product,
    'all',
  );
  progress('Holdfast, its own compactions');
  const composed = await composedArm(sessions, version);
  progress('Summaries, lists, git, plan, tails, random pieces');
  const plain = baselines(cases, brief);
  const notes: string[] = [composedNote(composed)];
  const rivals = peers ? await peerArms(sessions, progress, notes) : peerList.map(leftOut);
  return { arms: [...plain, ...rivals, brief, all, composed.arm], product, notes };
}

interface Peer {
  id: string;
  title: string;
  version: string;
  depth: 'boundary' | 'full';
  install: () => Parameters<typeof drive>[1];
}

const peerList: readonly Peer[] = [
  {
    id: 'context-mode',
    title: 'context-mode',
    version: contextModeVersion,
    // It learns from every tool result.
    depth: 'full',
    install: () => installContextMode(),
  },
  {
    id: 'planning-with-files',
    title: 'planning-with-files',
    version: planningWithFilesVersion,
    // It reads its plan file and nothing that went before.
    depth: 'boundary',
    install: installPlanningWithFiles,
  },
];

function leftOut({ id, title, version }: Peer): Arm {
  return { id, title, version, notRun: 'left out (--no-peers)', told: new Map() };
}

async function peerArms(
  sessions: readonly BenchSession[],
  progress: (line: string) => void,
  notes: string[],
): Promise<Arm[]> {
  const arms: Arm[] = [];
  for (const { id, title, version, depth, install } of peerList) {
    progress(`${title} ${version}, through its hooks`);
    try {
      arms.push(armOf({ id, title, version }, await drive(sessions, install(), depth), 'all'));
    } catch (error) {
      const notRun = (error as Error).message;
      notes.push(`${title} ${version} was not run: ${notRun}`);
      arms.push({ id, title, version, notRun, told: new Map() });
    }
  }
  notes.push(
    networkCut()
      ? 'Peers ran without network (unshare).'
      : 'This machine cannot cut a program off from the network; peers ran with it.',
  );
  return arms;
}
