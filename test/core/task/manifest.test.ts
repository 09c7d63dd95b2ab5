import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frontMatter } from '../../../src/core/task/front-matter.ts';
import { parseManifest } from '../../../src/core/task/manifest.ts';

const manifest = `---
# where the work stands
project_id: "atlas"
current_phase: 'build'
current_section: 2.10   # not a number
current_task: Write the importer
progress: 3/7
files_to_load:
  - 01-planning/plan.md
  - "overview.md"   # read this second
  - 03-working/x.py
next_action: |
  Run the importer
  on the sample
owner: someone
---

# Atlas

You must not touch the schema.

## Validation questions
1. Which sample is used?
2. Why two passes?
`;

describe('a resume manifest', () => {
  test('[R16] is read with block lists, comments, quotes and unknown keys', () => {
    const read = parseManifest(manifest, '_resume.md');
    expect(read.problem).toBeUndefined();
    expect(read).toMatchObject({
      source: 'manifest',
      title: 'Atlas',
      projectId: 'atlas',
      phase: 'build',
      section: '2.10',
      step: 'Write the importer',
      progress: '3/7',
      nextAction: 'Run the importer on the sample',
      filesToLoad: ['01-planning/plan.md', 'overview.md', '03-working/x.py'],
      rules: ['You must not touch the schema.'],
    });
  });

  test('[R16] is read with inline lists, a BOM and CRLF line ends', () => {
    const text =
      '\uFEFF---\r\nfiles_to_load: [plan.md, "b c.md"]\r\nnext_action: go\r\n---\r\n# T\r\n';
    const read = parseManifest(text, '_resume.md');
    expect(read.filesToLoad).toEqual(['plan.md', 'b c.md']);
    expect(read.nextAction).toBe('go');
  });

  test('[R16] takes a single file without a list and entries that have a path key', () => {
    expect(parseManifest('---\nfiles_to_load: plan.md\n---\n', 'm').filesToLoad).toEqual([
      'plan.md',
    ]);
    const keyed =
      '---\nfiles_to_load:\n  - path: a.md\n    why: it is the plan\n  - file: b.md\n---\n';
    expect(parseManifest(keyed, 'm').filesToLoad).toEqual(['a.md', 'b.md']);
  });

  test('[R19] asks its own validation questions, else the three usual ones', () => {
    expect(parseManifest(manifest, 'm').validation).toEqual([
      'Which sample is used?',
      'Why two passes?',
    ]);
    const keyed = '---\nvalidation: [Which branch?]\n---\n';
    expect(parseManifest(keyed, 'm').validation).toEqual(['Which branch?']);
    const usual = parseManifest('---\nnext_action: go\n---\n', 'm').validation;
    expect(usual).toEqual([
      'What problem does this work solve?',
      'Which task comes next?',
      'Which approach was chosen?',
    ]);
  });

  test('[R20] that is malformed names its file and line and throws nothing', () => {
    const broken = '---\nproject_id: x\nfiles_to_load: [a.md\nnext_action: go\n---\n';
    expect(parseManifest(broken, 'p/_resume.md').problem).toMatch(
      /^p\/_resume\.md:[345] cannot be read/,
    );
    const unclosed = parseManifest('---\nproject_id: x\n', 'm.md').problem;
    expect(unclosed).toBe(
      'm.md:1 cannot be read as front matter: the front matter is never closed by a line with ---.',
    );
    expect(parseManifest('# prose', 'm.md').problem).toBe(
      'm.md:1 has no front matter between --- lines.',
    );
    expect(parseManifest('', 'm.md').problem).toBeDefined();
    expect(parseManifest('---\n- a\n- b\n---\n', 'm.md').problem).toContain('m.md:2');
  });

  test('that expands aliases without end is refused and not expanded', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i += 1)
      lines.push(
        `a${i}: &a${i} [${Array(8)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    const read = parseManifest(`---\n${lines.join('\n')}\n---\n`, 'm.md');
    expect(read.problem).toContain('m.md:2');
  });

  test('that is nested without end is refused, since that could end the process', () => {
    const deep = [
      `a: ${'['.repeat(60_000)}`,
      `a: ${'{a: '.repeat(10_000)}`,
      '- '.repeat(30_000),
      '? '.repeat(30_000),
    ];
    for (const text of deep) {
      expect(parseManifest(`---\n${text}\n---\n`, 'm.md').problem).toContain('nested too deep');
    }
    const stairs = Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
    expect(parseManifest(`---\n${stairs} 1\n---\n`, 'm.md').problem).toContain('nested too deep');
    const wide = `a: [${Array(250).fill('[]').join(', ')}]\n`;
    expect(parseManifest(`---\n${wide}next_action: go\n---\n`, 'm.md').nextAction).toBe('go');
  });

  test('cannot set anything on objects by the name of its keys', () => {
    const read = parseManifest('---\n__proto__: {polluted: yes}\nnext_action: go\n---\n', 'm');
    expect(read.nextAction).toBe('go');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (front, body) => {
        const read = parseManifest(`---\n${front}\n---\n${body}`, 'm.md');
        expect(read.source).toBe('manifest');
      }),
      { numRuns: 200 },
    );
  });

  test('[R16] is read where a value holds a colon or begins with a sign of YAML, unquoted as people write it', () => {
    const text = `---
objective: Rechnungen: neu ausstellen # bald
phase: Phase 3 von 5: it's the rounding
next_action: @lena fragen, dann weiter
files_to_load: [a.md, b.md]
---
`;
    expect(frontMatter(text)).toMatchObject({
      data: {
        objective: 'Rechnungen: neu ausstellen',
        phase: "Phase 3 von 5: it's the rounding",
        next_action: '@lena fragen, dann weiter',
        files_to_load: ['a.md', 'b.md'],
      },
    });
    expect(frontMatter('---\nphase: a: b\nbad: [1\n---\n')?.fault?.line).toBeGreaterThan(1);
  });
});
