import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundle, processesWith, runProcess } from './hook-process.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.userRow('Do the plan. Never push to main.');
});
afterEach(() => rig.remove());

/** A git that holds the output of its caller open and never answers. */
function stuckGit(): string {
  const bin = join(rig.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), '#!/bin/sh\n(sleep 300)& sleep 300\n');
  chmodSync(join(bin, 'git'), 0o755);
  return bin;
}

describe('a hook that is done', () => {
  it('leaves its host an output that ends, even when git hangs, and no process [case 29]', async () => {
    const env = { ...rig.env, PATH: `${stuckGit()}:${rig.env.PATH}` };
    const input = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    const script = `'${process.execPath}' '${bundle}' claude-code | cat`;
    const ran = await runProcess({ env, input, program: '/bin/sh', args: ['-c', script] });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(JSON.parse(ran.stdout).hookSpecificOutput.additionalContext).toContain('Never push');
    expect(processesWith(`HOLDFAST_HOME=${rig.state}`)).toEqual([]);
  });

  it('works where its working folder was deleted [case 25] [case 29]', async () => {
    const gone = join(rig.root, 'gone');
    mkdirSync(gone);
    const input = JSON.stringify(rig.payload('SessionStart', { source: 'compact', cwd: gone }));
    const script = `rmdir "$PWD" && exec '${process.execPath}' '${bundle}' claude-code`;
    const ran = await runProcess({
      env: rig.env,
      input,
      cwd: gone,
      program: '/bin/sh',
      args: ['-c', script],
    });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toContain('Never push to main.');
  });

  it('ends 0 and silent when nobody reads its answer [case 73]', async () => {
    const input = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    const script = `{ '${process.execPath}' '${bundle}' claude-code; echo "ended $?" >&2; } | exec true`;
    const ran = await runProcess({ env: rig.env, input, program: '/bin/sh', args: ['-c', script] });
    expect(ran).toMatchObject({ stdout: '', stderr: 'ended 0\n' });
  });
});
