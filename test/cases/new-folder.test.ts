import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

describe('a folder that git shows as new', () => {
  it('is not told to be changed outside of the record where a recorded edit lies in it', async () => {
    execFileSync('git', ['init', '-q'], { cwd: rig.project });
    const made = rig.write('export/rows/a.py', 'x\n');
    rig.write('other/b.py', 'y\n');
    rig.userRow('Make it faster.');
    const input = { file_path: made, content: 'x\n' };
    rig.callRows('toolu_w', 'Write', input, { text: `File created successfully at: ${made}` });
    const { context } = await rig.compact();
    expect(context).toContain('- export/ (uncommitted, ??; with files from above)');
    expect(context).toContain('- other/ (uncommitted, ??; not by a recorded edit)');
  });
});
