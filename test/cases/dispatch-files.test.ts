import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkedFiles } from '../../src/core/role/linked-files.ts';
import { checkboxIn } from '../../src/core/task/checkboxes.ts';
import { identify } from '../../src/core/task/identify.ts';
import { edit } from './kit.ts';
import { Rig } from './rig.ts';
import { ticketText } from './tickets.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const long = Array.from({ length: 400 }, (_, n) => `note ${n} of the work`).join('\n');
const dispatch = (status: string, title = 'Cut') =>
  `# Dispatch: ${title}\n\nStatus: ${status}\n\n## Contract\n\n${long}\n\n## Progress\n\n- begun\n`;

function outside(name: string, text: string): string {
  const path = join(rig.root, 'elsewhere', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** What the handler must read again after a compaction. */
async function obligations(): Promise<string[]> {
  await rig.send('SessionStart', { source: 'startup' });
  await rig.send('UserPromptSubmit', { prompt: '/handler go on' });
  rig.userRow('/handler go on');
  rig.callRows('toolu_begin', 'Bash', { command: 'npm test' }, { text: 'ok' });
  await rig.compact();
  const entry = rig.journal().find(({ kind }) => kind === 'obligations');
  return entry?.kind === 'obligations' ? entry.files.map(({ path }) => path) : [];
}

describe('[R7] [R10] dispatch files of a handler’s own', () => {
  it('that its state links are obligations, in its order, until they are over', async () => {
    const one = rig.write('desk/dispatch/one.md', dispatch('in-progress'));
    const two = rig.write('notes/two.md', dispatch('blocked'));
    const three = rig.write('three.md', '# A dispatch without a status\n');
    rig.write('desk/dispatch/over.md', dispatch('done'));
    rig.write('desk/dispatch/ticked.md', dispatch('in-progress'));
    const state = rig.write(
      '.holdfast/handler-state.md',
      [
        '# State',
        '- [the first](../desk/dispatch/one.md#progress), then `notes/two.md`',
        '- see three.md, and https://example.com/four.md',
        '- [ ] desk/dispatch/over.md',
        '- [x] desk/dispatch/ticked.md',
        '- ~~desk/dispatch/ticked.md~~ and gone.md',
        '',
      ].join('\n'),
    );
    expect(await obligations()).toEqual([state, one, two, three]);
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain(one);
  });

  it('outside of the project count where the session itself wrote or read them, and no others', async () => {
    const own = outside('own.md', dispatch('in-progress'));
    const other = outside('other.md', 'aws_secret_access_key = x\n');
    const state = rig.write('.holdfast/handler-state.md', `# State\n- ${own}\n- ${other}\n`);
    rig.callRows('toolu_w', 'Write', { file_path: own, content: 'x' }, { text: 'created' });
    expect(await obligations()).toEqual([state, own]);
  });

  it('lie in the folders that a setting names', async () => {
    const folder = outside('t-1.md', ticketText());
    outside('t-2.md', ticketText({ id: 't-2', status: 'done', result: 'x' }));
    outside('README.md', 'x');
    const near = rig.write('dispatch/t-9.md', ticketText({ id: 't-9' }));
    const path = join(rig.home, '.config', 'holdfast', 'config.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ ticketFolders: [dirname(folder), 'dispatch'] }));
    expect(await obligations()).toEqual([folder, near]);
  });

  it('are found in a text as links, in backticks and bare, and not in code', () => {
    const text = [
      '[b](b%20c.md) `d e.md` f/g.md, h.md.',
      '```',
      'code.md',
      '```',
      'not.mdx http://x/y.md',
    ].join('\n');
    expect(linkedFiles(text)).toEqual(['b c.md', 'd e.md', 'f/g.md', 'h.md']);
  });

  it.each([
    ['- [x](desk/one.md)', ['desk/one.md']],
    ['* [X](desk/one.md): with worker A', ['desk/one.md']],
    ['1. [ ](desk/one.md)', ['desk/one.md']],
    ['- [ ] [x](desk/one.md)', ['desk/one.md']],
    ['- [x] [one](desk/one.md)', []],
    ['1. [X] desk/one.md', []],
    ['> - [x]\t`desk/one.md`', []],
  ])('a box is followed by a blank, and a link named x is none: %s', (line, expected) =>
    expect(linkedFiles(`# State\n${line}\n`)).toEqual(expected),
  );
});

describe('a link named like the sign of a box', () => {
  it('is no step, done or open, in plans and tickets', () => {
    expect(checkboxIn('- [x](desk/one.md)')).toBeUndefined();
    expect(checkboxIn('* [ ](desk/one.md)')).toBeUndefined();
    expect(checkboxIn('- [x] [x](desk/one.md)')).toMatchObject({ state: 'done' });
    expect(identify('notes.md', '# Notes\n- [x](desk/one.md)\n')).toBe('document');
  });

  it('makes what it leads to a duty of the handler', async () => {
    rig.write('desk/one.md', dispatch('in progress'));
    rig.write('.holdfast/handler-state.md', '# State\n- [x](../desk/one.md)\n');
    expect(await obligations()).toContain(join(rig.project, 'desk', 'one.md'));
  });
});
