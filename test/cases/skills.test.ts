import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { Rig } from './rig.ts';

let rig: Rig;
let folder: string;
beforeEach(() => {
  rig = new Rig();
  folder = join(rig.home, '.claude', 'skills', 'review');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'SKILL.md'), '# Review\n');
});
afterEach(() => rig.remove());

/** As the client writes a slash command of a skill: the command, then the skill's own text. */
function invoke(args: string): void {
  const command = '<command-message>review</command-message>\n<command-name>/review</command-name>';
  rig.userRow(args === '' ? command : `${command}\n<command-args>${args}</command-args>`);
  load();
}

function load(): void {
  const text = `Base directory for this skill: ${folder}\n\n# Review\n`;
  rig.row({
    type: 'user',
    isMeta: true,
    message: { role: 'user', content: [{ type: 'text', text }] },
  });
}

describe('a skill', () => {
  it('that a slash command invoked is listed with its path, and what stood behind it is history', async () => {
    rig.userRow('Rework the till.');
    invoke('the change of last week');
    const { context } = await rig.compact();
    expect(context).toContain(
      `- review: ${folder}/SKILL.md (past argument: "the change of last week")`,
    );
    expect(context).toContain('Rework the till.');
    expect(context.split('the change of last week')).toHaveLength(2);
  });

  it('that the agent called is listed with its path too', async () => {
    rig.userRow('Rework the till.');
    rig.callRows('toolu_s', 'Skill', { skill: 'review' }, { text: 'Launching skill: review' });
    load();
    expect((await rig.compact()).context).toContain(`- review: ${folder}/SKILL.md\n`);
  });

  it('that was deleted since is left out', async () => {
    rig.userRow('Rework the till.');
    invoke('');
    removeFolder(folder);
    const { context } = await rig.compact();
    expect(context).not.toContain('SKILL.md');
    expect(context).toContain('Rework the till.');
  });

  it('keeps a rule that the user gave with it', async () => {
    invoke('and never push to main.');
    expect((await rig.compact()).context).toContain('never push to main.');
  });

  it('leaves the words behind a command that is none where they are', async () => {
    rig.userRow(
      '<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>the till rounds down</command-args>',
    );
    expect((await rig.compact()).context).toContain('/fix the till rounds down');
  });
});
