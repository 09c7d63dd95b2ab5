import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, beginWork } from '../cases/kit.ts';
import { Rig } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  const settings = join(rig.home, '.config', 'holdfast');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ tracker: 'prog' }));
  // Like the real program, it shows a task with its description, and puts a description in place of the one before.
  const bin = join(rig.home, 'bin');
  mkdirSync(bin);
  const program = `#!/bin/sh\ncase "$1" in desc) printf %s "$3" >'${rig.home}/desc';; log) echo "$3" >>'${rig.home}/log';; show) echo "ID:          $2"; [ -s '${rig.home}/desc' ] && printf '\\nDescription:\\n%s\\n' "$(cat '${rig.home}/desc')"; [ -s '${rig.home}/log' ] && printf '\\nLogs:\\n  %s\\n' "$(cat '${rig.home}/log')"; exit 0;; esac\n`;
  writeFileSync(join(bin, 'prog'), program);
  chmodSync(join(bin, 'prog'), 0o755);
  rig.variables = { PATH: `${bin}:${process.env.PATH}` };
});
afterEach(() => rig.remove());

function text(name: 'desc' | 'log'): string {
  try {
    return readFileSync(join(rig.home, name), 'utf8');
  } catch {
    return '';
  }
}

const own = 'Export is slow in rows.ts:40; index added; next: measure with 1e6 rows.';

function setPlan(): void {
  rig.write('PLAN.md', '# Faster export\n\n- [x] Step 1: measure\n- [ ] Step 2: add the index\n');
  rig.setTask('PLAN.md');
}

describe('the hand-over that stands in a tracker', () => {
  it('is not replaced by a line about a compaction where little is known [R33]', async () => {
    writeFileSync(join(rig.home, 'desc'), own);
    await beginWork(rig, 'Task: ts-9f3a1c');
    arrived(rig, await rig.compact(), 'B1');
    expect(text('desc')).toBe(own);
    expect(text('log')).toMatch(/^compacted \(auto\), compaction 1 of the session: /);
  });

  it('is not replaced after the agent wrote its own, however much is known [R33]', async () => {
    setPlan();
    await beginWork(rig, 'Task: ts-9f3a1c');
    rig.callRows('toolu_e', 'Edit', { file_path: join(rig.project, 'a.ts') }, { text: 'ok' });
    const command = `prog desc ts-9f3a1c "${own}"`;
    rig.callRows('toolu_d', 'Bash', { command }, { text: 'ok' });
    writeFileSync(join(rig.home, 'desc'), own);
    arrived(rig, await rig.compact(), 'B1');
    arrived(rig, await rig.compact(), 'B2');
    expect(text('desc')).toBe(own);
    expect(text('log').trimEnd().split('\n')).toHaveLength(2);
  });

  it('is written whole where the agent wrote none: what for, what was changed, what is next [R33]', async () => {
    setPlan();
    await beginWork(rig, 'Task: ts-9f3a1c');
    rig.callRows('toolu_e', 'Edit', { file_path: join(rig.project, 'a.ts') }, { text: 'ok' });
    arrived(rig, await rig.compact(), 'B1');
    expect(text('desc')).toContain('Step 2: add the index');
    expect(text('desc')).toContain('a.ts');
  });

  it('begins with the title of the task, and says the objective behind it [R33]', async () => {
    rig.write(
      'PLAN.md',
      '---\ntitle: Prices of the shop\nobjective: Round half up\n---\n# Prices\n- [ ] one\n',
    );
    rig.setTask('PLAN.md');
    await beginWork(rig, 'Task: ts-9f3a1c');
    rig.callRows('toolu_e', 'Edit', { file_path: join(rig.project, 'a.ts') }, { text: 'ok' });
    arrived(rig, await rig.compact(), 'B1');
    expect(text('desc')).toMatch(
      /^after a compaction: task: Prices of the shop; objective: Round half up; step: one; /,
    );
  });

  it('of another session or of a person is not replaced, and what Holdfast wrote last is [R33]', async () => {
    setPlan();
    writeFileSync(join(rig.home, 'desc'), own);
    await beginWork(rig, 'Task: ts-9f3a1c');
    rig.callRows('toolu_e', 'Edit', { file_path: join(rig.project, 'a.ts') }, { text: 'ok' });
    arrived(rig, await rig.compact(), 'B1');
    expect(text('desc')).toBe(own);
    writeFileSync(join(rig.home, 'desc'), '');
    arrived(rig, await rig.compact(), 'B2');
    expect(text('desc')).toContain('a.ts');
    rig.callRows('toolu_f', 'Edit', { file_path: join(rig.project, 'b.ts') }, { text: 'ok' });
    arrived(rig, await rig.compact(), 'B3');
    expect(text('desc')).toContain('b.ts');
    expect(text('log').trimEnd().split('\n')).toHaveLength(3);
  });
});
