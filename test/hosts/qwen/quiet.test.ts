import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { qwenInstall } from '../../../src/hosts/qwen/install.ts';
import { playedCommands } from '../played-commands.ts';

const { inState, play } = playedCommands(qwenInstall);

/** Says whether the launcher was told that nobody waits. */
function listen(): void {
  const script = `#!/bin/sh\ncat >/dev/null\necho "waits: \${HOLDFAST_NO_ANSWER:-yes}"\n`;
  writeFileSync(inState('bin', 'hook'), script, { mode: 0o755 });
  for (const folder of ['quiet', 'quiet-ends']) {
    mkdirSync(inState(folder));
    writeFileSync(inState(folder, 's1'), '');
  }
  writeFileSync(inState('quiet-ends', 's3'), '');
}

describe('prompts and turn ends of Qwen Code', () => {
  it('are not waited for in a quiet session, and in no other', () => {
    listen();
    for (const [event, payload] of [
      ['UserPromptSubmit', { prompt: 'Go on.' }],
      ['Stop', {}],
    ] as const) {
      const said = (id: string) => play(event, payload, { QWEN_CODE_SESSION_ID: id }).stdout;
      expect(said('s1')).toBe('waits: 1\n');
      expect(said('s2')).toBe('waits: yes\n');
      expect(said('')).toBe('waits: yes\n');
    }
    const withTask = { QWEN_CODE_SESSION_ID: 's3' };
    expect(play('UserPromptSubmit', { prompt: 'Go on.' }, withTask).stdout).toBe('waits: yes\n');
    expect(play('Stop', {}, withTask).stdout).toBe('waits: 1\n');
    const started = play('SessionStart', {}, { QWEN_CODE_SESSION_ID: 's1' });
    expect(started.stdout).toBe('waits: yes\n');
  });
});
