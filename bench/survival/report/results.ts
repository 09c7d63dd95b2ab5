import type { CutRow, HostRow, ReplayProof } from '../extras.ts';
import type { ArmFigures } from '../measure.ts';
import type { Agreement } from '../truth/agreement.ts';

/** Everything that a run found, as it is written to `survival.json`. */
export interface Results {
  versions: { holdfast: string; hosts: string[] };
  sample: {
    sessions: {
      name: string;
      version: string;
      split: 'dev' | 'held-out';
      boundaries: number;
      triggers: string[];
      facts: number;
    }[];
    labels: Agreement & { boundaries: number };
  };
  arms: ArmFigures[];
  otherHosts: HostRow[];
  cuts: CutRow;
  proof: ReplayProof;
  /** Characters of brief and loss report together, at each boundary. */
  characters: number[];
  targets: Target[];
  notes: string[];
}

export interface Target {
  measure: string;
  wanted: string;
  found: string;
  /** Undefined where the sessions are too few to claim anything. */
  reached: boolean | undefined;
}

export function armNamed(arms: readonly ArmFigures[], id: string): ArmFigures {
  const found = arms.find((arm) => arm.id === id);
  if (!found) throw new Error(`There is no arm ${id}.`);
  return found;
}
