import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { beginWork, edit } from './kit.ts';
import { Rig, readPayload } from './rig.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let rig: Rig;
beforeEach(async () => {
  rig = new Rig();
  await beginWork(rig, 'Round the prices.');
});
afterEach(() => rig.remove());

function holdfast(...args: string[]): string {
  const ran = runAsPerson(process.execPath, [cli, ...args, '--session', rig.session], {
    cwd: rig.project,
    env: rig.env,
  });
  return ran.out + ran.err;
}

const stop = () => rig.send('Stop', { last_assistant_message: 'I have read everything.' });

it('a run that a command began is judged by the record when a turn ends, and by nothing that was said [R41]', async () => {
  expect(holdfast('workflow', 'start', 'plan-first', '--set', 'task=Round')).toContain(
    'Step explore',
  );
  expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain('step "explore"');
  expect((await stop()).context).toContain('0 of 3 distinct files were read');
  for (const name of ['a', 'b', 'c']) {
    if (name === 'c') {
      // What the journal holds is from the beginning of the step.
      const { raw } = await rig.send('PreCompact', { trigger: 'auto' });
      expect(raw).toContain('2 of 3 distinct files were read');
    }
    const path = rig.write(`src/${name}.ts`, `${name}\n`);
    const { tool_response: response } = readPayload(path, `${name}\n`) as { tool_response: object };
    rig.callRows(
      `toolu_${name}`,
      'Read',
      { file_path: path },
      { text: `1\t${name}`, structured: response },
    );
  }
  const first = await rig.compact();
  expect(first.context).toContain('step "explore"');
  expect(first.context).not.toContain('Still missing');
  expect(rig.faults).toBe('');
});

it('a run whose evidence cannot be judged is told as it was', async () => {
  holdfast('workflow', 'start', 'plan-first', '--set', 'task=Round');
  writeFileSync(
    join(rig.state, 'sessions', 'claude-code', rig.session, 'evidence.ndjson'),
    'x\n{"v":1',
  );
  for (const run of readdirSync(join(rig.state, 'workflows'))) {
    const log = join(rig.state, 'workflows', run, 'log.ndjson');
    if (existsSync(log)) writeFileSync(log, 'not a log');
  }
  const { context } = await rig.compact();
  expect(context).toContain('step "explore"');
  expect(context).toContain('hfw1.');
});

it('a run that is gone from the disk holds no turn', async () => {
  const said = holdfast('workflow', 'start', 'plan-first', '--set', 'task=Round');
  removeFolder(join(rig.state, 'workflows'));
  expect(said).toContain('Step explore');
  expect((await stop()).raw).toBe('');
  expect(rig.faults).toBe('');
});
