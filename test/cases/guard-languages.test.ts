import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spoken } from '../core/guard/spoken-sentences.ts';
import { bash, beginWork, decision, edit } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

let calls = 0;
const asks = async (command: string) =>
  decision(await rig.send('PreToolUse', bash(`toolu_l${calls++}`, command)));

describe('what the user forbade in any language, by the installed program', () => {
  it.each(Object.entries(spoken))(
    'holds what it names, and nothing else: %s',
    async (_, says) => {
      rig.write('gen.txt', 'x');
      rig.write('old.txt', 'x');
      const tests = join(rig.project, 'test');
      if (!existsSync(tests)) mkdirSync(tests);
      rig.write('test/a.test.ts', 'x');
      await beginWork(rig);
      for (const text of [says.touch[0]!, says.tests[0]!, says.force[0]!, says.wait[0]!])
        rig.userRow(text);
      await rig.compact();
      rig.boundaryRows('B1');
      rig.answerRow('I go on.');
      await rig.send('UserPromptSubmit', { prompt: says.allowNothing[0] });
      expect(await asks('git push --force')).toBe('ask');
      expect(await asks('git push')).toBe('');
      expect(await asks('npm run deploy')).toBe('ask');
      expect(await asks('echo x > gen.txt')).toBe('ask');
      expect(await asks('echo x > other.txt')).toBe('');
      const call = edit(`toolu_l${calls++}`, join(rig.project, 'test/a.test.ts'));
      expect(decision(await rig.send('PreToolUse', call))).toBe('ask');
      await rig.send('UserPromptSubmit', { prompt: says.push[0] });
      expect(await asks('git push')).toBe('ask');
      await rig.send('UserPromptSubmit', { prompt: says.allow[0] });
      expect(await asks('git push')).toBe('');
      expect(await asks('npm run deploy')).toBe('ask');
    },
    180_000,
  );
});
