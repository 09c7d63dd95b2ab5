import { untrustedPath } from '../trust/untrusted.ts';
import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';

/** An instruction or memory file that the model may not have as it is. */
export interface MissingInstructions {
  path: string;
  /** `changed`: on disk since it was sent; `gone`: it came with files of its folder, and comes with such a file again only; `memory`: the session used it. */
  why: 'changed' | 'gone' | 'memory';
  /** Files that it is for, where it is for some only. */
  globs?: readonly string[];
}

const reasons: Record<MissingInstructions['why'], string> = {
  changed: 'changed on disk since it was sent: read it, if what you have is the old one',
  gone: 'does not come again by itself: read it before you work where it holds',
  memory: 'memory that this session used: read it before you rely on it or change it',
};

/** Instruction and memory files to look at, those that changed first. */
export function instructionsSection({ instructions = [] }: BriefInput): Section {
  const order = ['changed', 'gone', 'memory'];
  const lines = [...instructions]
    .sort((a, b) => order.indexOf(a.why) - order.indexOf(b.why))
    .map(({ path, why, globs }) => {
      const where = globs === undefined ? '' : ` (for ${globs.map(untrustedPath).join(', ')})`;
      return `- ${untrustedPath(path)}${where}: ${reasons[why]}`;
    });
  return {
    title: 'Instruction and memory files that this context may lack:',
    lines,
    cap: 900,
    floor: 300,
  };
}
