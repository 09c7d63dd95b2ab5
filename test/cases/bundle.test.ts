import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionFolder } from '../../src/journal/session-folder.ts';
import { runProcess } from './hook-process.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

describe('the hook program as it is built', () => {
  it('reaches what it loads at the first call only: git, digests, front matter', async () => {
    execFileSync('git', ['init', '-q', '-b', 'main', rig.project]);
    rig.write('PLAN.md', '# Plan\n\n- [ ] one\n');
    rig.write('_resume.md', '---\nfiles_to_load: [PLAN.md]\nnext_action: go on\n---\n');
    rig.setTask('_resume.md');
    let count = 0;
    // On a busy machine git may not answer in time: then the branch is left out, and another session is asked.
    await vi.waitFor(
      async () => {
        count += 1;
        rig.session = `a session, whose id is no name of a folder ${count}`;
        rig.userRow('Do the plan. Never push to main.');
        const payload = rig.payload('SessionStart', { source: 'compact' });
        const ran = await runProcess({ env: rig.env, input: JSON.stringify(payload) });
        expect(rig.faults).toBe('');
        expect(ran.stdout).toContain('Next action: go on');
        expect(ran.stdout).toContain('Never push to main.');
        const folder = sessionFolder(rig.state, 'claude-code', rig.session);
        const git = rig.journal(folder.split('/').at(-1)).find(({ kind }) => kind === 'git');
        expect(git).toMatchObject({ branch: 'main' });
      },
      { timeout: 50_000, interval: 200 },
    );
  });
});
