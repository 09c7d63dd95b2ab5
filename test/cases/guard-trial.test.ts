import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dryRunOf } from '../../src/core/guard/dry-run.ts';
import { beginWork } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function configure(values: object): void {
  const path = join(rig.home, '.config', 'holdfast', 'config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(values));
}

let calls = 0;
async function call(command: string) {
  calls += 1;
  const input = { command, description: 'Tidy up', timeout: 5_000 };
  const { json } = await rig.send('PreToolUse', {
    tool_name: 'Bash',
    tool_use_id: `toolu_${calls}`,
    tool_input: input,
  });
  return (json?.hookSpecificOutput ?? {}) as Record<string, unknown>;
}

describe('[R40] a command that destroys', () => {
  it('runs in its dry-run form first, with all else of the call, where a setting asks for it; then it is asked about', async () => {
    configure({ guard: 'ask', guardTrial: 'on' });
    await beginWork(rig);
    const first = await call('git push --force origin "a b"');
    expect(first.updatedInput).toEqual({
      command: "git push --dry-run --force origin 'a b'",
      description: 'Tidy up',
      timeout: 5_000,
    });
    expect(first.permissionDecision).toBeUndefined();
    expect(first.additionalContext).toContain('nothing was changed');
    const second = await call('git push --force origin "a b"');
    expect([second.updatedInput, second.permissionDecision]).toEqual([undefined, 'ask']);
  });

  it('is asked about at once by default, and where it has no such form', async () => {
    configure({ guard: 'ask' });
    await beginWork(rig);
    expect(await call('git clean -fd')).toMatchObject({ permissionDecision: 'ask' });
    configure({ guard: 'ask', guardTrial: 'on' });
    expect(await call('git reset --hard')).toMatchObject({ permissionDecision: 'ask' });
    expect(await call('git clean -fd && make')).toMatchObject({ permissionDecision: 'ask' });
  });

  it('is no trial where it holds a secret, which would go out as another word', async () => {
    configure({ guard: 'ask', guardTrial: 'on' });
    await beginWork(rig);
    const told = await call(`git push --force https://x:ghp_${'A1b2'.repeat(9)}@example.com/r`);
    expect([told.updatedInput, told.permissionDecision]).toEqual([undefined, 'ask']);
  });

  it('has a dry-run form only where the guard takes that for harmless', () => {
    expect(dryRunOf('git -C lib clean -fdx')).toBe('git -C lib clean --dry-run -fdx');
    expect(dryRunOf('git rm -r src')).toBe('git rm --dry-run -r src');
    expect(dryRunOf('rsync -a --delete a/ b/')).toBe('rsync --dry-run -a --delete a/ b/');
    for (const command of [
      'rm -rf src',
      'git clean -fd > list',
      'git clean -fd $X',
      'X=1 git clean -fd',
      'git clean -fd; ls',
      'git stash drop',
      'sudo git clean -fd',
    ])
      expect([command, dryRunOf(command)]).toEqual([command, undefined]);
  });
});
