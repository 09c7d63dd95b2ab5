import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOfHook } from '../built/answer-of-hook.ts';
import { beginWork } from './kit.ts';
import { Rig } from './rig.ts';

/** A session below a home whose name has accents and scripts. */
class FarRig extends Rig {
  override get env(): Record<string, string> {
    return { ...super.env, LANG: 'C', LC_ALL: 'C' };
  }
}

let rig: Rig;
beforeEach(() => {
  rig = new FarRig();
  const far = join(rig.root, 'José 山田 사용자');
  mkdirSync(far);
  for (const part of ['proj', 'home'] as const) {
    renameSync(join(rig.root, part), join(far, part));
  }
  Object.assign(rig, {
    project: join(far, 'proj'),
    home: join(far, 'home'),
    state: join(far, 'state'),
  });
});
afterEach(() => rig.remove());

const rule = 'Ändere nie die Tabelle "Größen": 테이블을 절대 변경하지 마세요 – never 🚫.';

describe('[case 38] names, paths and prompts outside of ASCII', () => {
  it('come back byte for byte under any locale', async () => {
    const plan = rig.write('계획/작업 계획.md', '# 위젯을 만들기 — étape\n- [ ] 자르기 ✂️\n');
    rig.setTask('계획/작업 계획.md');
    await beginWork(rig, rule);
    const { context, raw } = await rig.compact();
    for (const text of [rule, plan, '위젯을 만들기 — étape', '- [ ] 자르기 ✂️']) {
      expect(context).toContain(text);
    }
    expect(Buffer.from(raw, 'utf8').toString('utf8')).toBe(raw);
    expect(rig.kinds()).toContain('brief');
  });

  it('may begin with a BOM, and be cut inside a character by the pipe', async () => {
    await beginWork(rig, rule);
    await rig.send('PreCompact', { trigger: 'auto' });
    const payload = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(payload)]);
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    const answer = await answerOfHook(['claude-code'], rig.env, pieces);
    expect(JSON.parse(answer).hookSpecificOutput.additionalContext).toContain(rule);
  });

  it('reach the same project and task in either Unicode form', async () => {
    const folder = join(rig.root, 'caf\u00e9');
    mkdirSync(join(folder, '.git'), { recursive: true });
    Object.assign(rig, { project: folder });
    rig.write('PLAN.md', '# Plan\n- [ ] one\n');
    rig.setTask('PLAN.md');
    const decomposed = join(rig.root, 'cafe\u0301');
    const answer = await rig.send('SessionStart', { source: 'startup', cwd: decomposed });
    expect(answer.context).toContain(`${folder}/PLAN.md`);
  });
});
