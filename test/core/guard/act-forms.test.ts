import { describe, expect, it } from 'vitest';
import { heldBy } from '../../../src/core/guard/ban-fits.ts';
import { afterMessage, type Ban, bansFrom } from '../../../src/core/guard/bans.ts';
import { isKnown } from '../../../src/core/guard/destructive.ts';
import { askedIn } from '../../../src/core/guard/forbidden.ts';
import { runsIn } from '../../../src/core/shell/runs.ts';
import { dropped, lifted } from '../../../src/core/snapshot/rule-choices.ts';
import { free, held } from './act-forms.ts';

const project = '/home/dev/proj';
const there = new Set(['.env', 'vendor', 'migrations'].map((name) => `${project}/${name}`));

function isHeld(bans: readonly Ban[], command: string): boolean {
  const tried = {
    runs: runsIn(command, { knows: isKnown }),
    edits: [],
    folder: project,
    project,
    branch: 'dev',
    exists: (path: string) => there.has(path),
  };
  return heldBy(bans, tried) !== undefined;
}

const ruledBy = (said: string) =>
  said.split('||').reduce<Ban[]>((bans, message) => afterMessage(bans, message), []);

describe('what the user forbade', () => {
  it.each(held)('is held back by whatever it is done with: %s', (said, commands) => {
    const bans = ruledBy(said);
    expect(commands.filter((command) => !isHeld(bans, command))).toEqual([]);
  });

  it.each(free)('holds back nothing else: %s', (said, commands) => {
    const bans = ruledBy(said);
    expect(commands.filter((command) => isHeld(bans, command))).toEqual([]);
  });

  it('waits where it was asked about and not answered', () => {
    const asked = askedIn('The tests pass. Should I merge the PR now?')!;
    const bans = [{ ...asked, id: 'q', permits: [] }];
    expect(isHeld(bans, 'gh api -X PUT repos/a/b/pulls/3/merge')).toBe(true);
    expect(isHeld(bans, 'gh pr view 3')).toBe(false);
  });

  it('is known from a message that was kept whole, but for what was taken back or dropped since', () => {
    const from = { offset: 1 } as never;
    const whole = {
      kind: 'request',
      value: 'Fix the total. Never tag. Do not push.',
      from,
    } as const;
    const sentence = { kind: 'prohibition', value: 'Do not push.', from } as const;
    expect(isHeld(bansFrom([whole]), 'git push')).toBe(true);
    for (const state of [lifted, dropped]) {
      const bans = bansFrom([whole, { ...sentence, state }]);
      expect(isHeld(bans, 'git push')).toBe(false);
      expect(isHeld(bans, 'git tag v1')).toBe(true);
    }
  });

  it('is opened for what a permission names, and for nothing else', () => {
    const bans = ruledBy('No new dependencies, please.||You can install zod.');
    expect(isHeld(bans, 'npm i zod')).toBe(false);
    expect(isHeld(bans, 'npm i lodash')).toBe(true);
    expect(isHeld(bans, 'pip install -r requirements.txt')).toBe(false);
  });

  it.each([
    ["I'd rather you didn't commit.", 'git commit -m x'],
    ['Do not commit on my behalf.', 'git commit -m x'],
    ["Don't bump any versions.", 'npm version minor'],
  ])('is known from: %s', (said, command) => {
    expect(isHeld(ruledBy(said), command)).toBe(true);
    expect(isHeld(ruledBy(said), 'git status')).toBe(false);
  });

  it('by hand leaves the file to the program that makes it', () => {
    const bans = ruledBy('Never edit package-lock.json by hand.');
    expect(isHeld(bans, 'sed -i s/a/b/ package-lock.json')).toBe(true);
    expect(isHeld(bans, 'npm install zod')).toBe(false);
    const all = ruledBy('Do not touch package.json.');
    expect(isHeld(all, 'npm install zod')).toBe(true);
    expect(isHeld(all, 'npm install')).toBe(false);
  });
});
