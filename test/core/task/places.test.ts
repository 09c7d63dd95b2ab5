import { describe, expect, it } from 'vitest';
import { readMarkdownTask } from '../../../src/core/task/markdown-task.ts';
import { taskPlaces } from '../../../src/core/task/places.ts';

const places = (text: string) =>
  taskPlaces(
    {
      path: '/p/PLAN.md',
      document: readMarkdownTask(text, '/p/PLAN.md', 'plan').document,
      confidence: 'high',
      method: 'explicit',
      reason: '',
      required: [],
      missing: [],
    },
    '/p',
  ).slice(1);

describe('the places that a task names', () => {
  it.each([
    ['letters of any script', '---\nscope: [src/größe/**]\n---\n# Plan\n', ['/p/src/größe']],
    ['Chinese', '---\nscope: ["源码/价格/**"]\n---\n# Plan\n', ['/p/源码/价格']],
    ['an open step', '# Plan\n- [ ] ändere src/größe/rund.ts\n', ['/p/src/größe/rund.ts']],
    [
      'a list without boxes',
      '# Plan\n\n- `src/preise/rund.ts`: runden\n',
      ['/p/src/preise/rund.ts'],
    ],
    ['numbered steps', '# Plan\n\n1. change src/a/b.ts\n2. test it\n', ['/p/src/a/b.ts']],
  ])('are found in %s', (_, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  it('are found where a path of a list holds a space', () => {
    expect(places('---\nscope: ["src/mis precios/**"]\n---\n# Plan\n')).toContain(
      '/p/src/mis precios',
    );
  });

  it('are those of open steps alone where there are boxes', () => {
    expect(
      places('# Plan\n- [x] src/done/a.ts\n- note on src/other/b.ts\n- [ ] src/next/c.ts\n'),
    ).toEqual(['/p/src/next/c.ts']);
  });
});
