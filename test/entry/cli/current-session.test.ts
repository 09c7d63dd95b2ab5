import { afterEach, expect, it } from 'vitest';
import { currentSession } from '../../../src/entry/cli/current-session.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench | undefined;
afterEach(() => bench?.remove());

const claude = 'CLAUDE_CODE_SESSION_ID';
const codex = 'CODEX_SESSION_ID';

/** In a shell with both variables; the variables of what started it, the nearest first. */
function shellBelow(...ancestors: string[][]): string | undefined {
  bench = makeBench(undefined, { [claude]: 'of-claude', [codex]: 'of-codex' });
  const { cli } = bench;
  cli.install.hosts = [claudeCodeInstall, codexInstall];
  cli.lineage = () =>
    ancestors.map((variables, index) => ({ pid: index + 2, words: [], variables, how: 'started' }));
  return currentSession(cli);
}

it('is the inner one of two agents, whichever started the other', () => {
  expect(shellBelow(['PATH', claude, codex], ['PATH', claude], ['PATH'])).toBe('of-codex');
  expect(shellBelow(['PATH', claude, codex], ['PATH', codex], ['PATH'])).toBe('of-claude');
});

it('is found past processes whose environment is not ours to read', () => {
  expect(shellBelow([], ['PATH', claude], ['PATH'])).toBe('of-codex');
});
