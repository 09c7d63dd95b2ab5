import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginWork, edit } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** As the client writes what it sends with the session, and after each compaction (2.1.332). */
function sent(...files: { path: string; content: string }[]): void {
  const all = files.map((file) => ({ ...file, type: 'Project' }));
  rig.row({ type: 'attachment', attachment: { type: 'instructions', files: all } });
}

/** As it writes what comes with a file of a folder; `globs`: a rule for some files only. */
function nested(path: string, content: string, globs?: string[]): void {
  const inner = {
    path,
    type: 'Project',
    content,
    ...(globs ? { globs, rawContent: content } : {}),
  };
  rig.row({ type: 'attachment', attachment: { type: 'nested_memory', path, content: inner } });
}

/** Writes a file as it was before the session began. */
function old(path: string, text: string): string {
  const full = rig.write(path, text);
  utimesSync(full, 1e9, 1e9);
  return full;
}

const title = 'Instruction and memory files that this context may lack:';
const changed = (path: string) => `- ${path}: changed on disk since it was sent`;
const gone = (path: string) => `- ${path}: does not come again by itself`;

/** Files that must be read again. */
function obligations(): string[] {
  const entry = rig.journal().findLast(({ kind }) => kind === 'obligations');
  return entry?.kind === 'obligations' ? entry.files.map(({ path }) => path) : [];
}

/** Of two instruction files that were loaded on the way, the first is required after a compaction and the second is not. */
async function expectFirstRequired(lib: string, docs: string): Promise<void> {
  rig.setTask('PLAN.md');
  await beginWork(rig);
  nested(lib, '# Lib\n');
  nested(docs, '# Docs\n');
  await rig.compact();
  expect(obligations()).toContain(lib);
  expect(obligations()).not.toContain(docs);
}

describe('instruction files across a compaction', () => {
  it('are named where they changed on disk since they were sent, and not where they did not', async () => {
    const root = old('CLAUDE.md', '# Rules\nold\n');
    const other = old('.claude/rules/plain.md', 'plain\n');
    sent({ path: root, content: '# Rules\nold' }, { path: other, content: 'plain' });
    await beginWork(rig);
    expect((await rig.compact()).context).not.toContain(title);
    writeFileSync(root, '# Rules\nnew\n');
    // Written again as it was.
    writeFileSync(other, 'plain\n');
    rig.boundaryRows('B1');
    rig.answerRow('On.');
    const { context } = await rig.compact();
    expect(context).toContain(changed(root));
    expect(context).not.toContain(changed(other));
  });

  it('are not said to have changed where the client sent them otherwise than they are on disk', async () => {
    const root = old('CLAUDE.md', '<!-- for people -->\n# Rules\n');
    sent({ path: root, content: '# Rules' });
    await beginWork(rig);
    const { context } = await rig.compact();
    expect(context).not.toContain(title);
    expect(context).toContain('Do the work.');
  });

  it('of folders on the way are named, and required where the task’s files lie in their folder', async () => {
    const lib = old('lib/CLAUDE.md', '# Lib\n');
    const docs = old('docs/CLAUDE.md', '# Docs\n');
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig);
    nested(lib, '# Lib\n');
    nested(docs, '# Docs\n');
    const file = join(rig.project, 'lib', 'a.ts');
    rig.callRows('toolu_w', 'Edit', { file_path: file }, { text: 'updated' });
    const { context } = await rig.compact();
    expect(obligations()).toEqual([join(rig.project, 'PLAN.md'), lib]);
    expect(context).toContain(gone(docs));
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain('PLAN.md');
  });

  it.each([
    ['its scope', '---\nscope: [lib/**]\n---\n'],
    ['a file to load', '---\nfiles_to_load: [lib/deep/notes.md]\n---\n'],
    ['an open step', '- [ ] change `lib/deep/a.ts`\n'],
  ])('of folders on the way are required where %s of the plan lies there', async (_, head) => {
    const lib = old('lib/CLAUDE.md', '# Lib\n');
    const docs = old('docs/CLAUDE.md', '# Docs\n');
    rig.write('PLAN.md', `${head}${longPlan}`);
    await expectFirstRequired(lib, docs);
  });

  it.each([
    ['my lib', '- [ ] fix `my lib/a.ts`\n'],
    ['app (old)', '1. Fix "app (old)/a.ts"\n'],
    ['app/[slug]', '- [ ] fix app/[slug]/a.ts\n'],
    ['Gr\u006f\u0308\u00dfe', '- [ ] fix Gr\u00f6\u00dfe/a.ts\n'],
    ['my lib', '## Files to load\n\n- my lib/a.ts\n\n'],
  ])('are required where the plan names a path in a folder %j: %j', async (folder, head) => {
    const lib = old(`${folder}/CLAUDE.md`, '# Lib\n');
    const docs = old('docs/CLAUDE.md', '# Docs\n');
    rig.write('PLAN.md', `# Plan\n\n${head}${longPlan.replace(/^- \[.\].*$/gm, '')}`);
    await expectFirstRequired(lib, docs);
  });

  it.each(['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'])(
    'that the agent read itself in a folder are required where the task lies there: %s',
    async (name) => {
      const lib = old(`lib/${name}`, '# Lib\n');
      const root = old(name, '# Root\n');
      rig.write('PLAN.md', `- [ ] change lib/a.ts\n${longPlan}`);
      rig.setTask('PLAN.md');
      await beginWork(rig);
      for (const path of [lib, root])
        rig.callRows(`toolu_${path.length}`, 'Read', { file_path: path }, { text: '1\t# Lib' });
      await rig.compact();
      expect(obligations()).toContain(lib);
      expect(obligations()).not.toContain(root);
      const more = { file_path: join(rig.project, 'lib', 'a.ts') };
      const { denied } = await rig.send('PreToolUse', { ...edit('t1'), tool_input: more });
      expect(denied).toContain('PLAN.md');
    },
  );

  it('for some files only are required where the session changed such files', async () => {
    const rule = old('.claude/rules/scoped.md', 'scoped\n');
    const other = old('.claude/rules/other.md', 'other\n');
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig);
    nested(rule, 'scoped\n', ['src']);
    nested(other, 'other\n', ['web/**/*.css']);
    const file = join(rig.project, 'src', 'deep', 'b.ts');
    rig.callRows('toolu_w', 'Edit', { file_path: file }, { text: 'updated' });
    const { context } = await rig.compact();
    expect(obligations()).toContain(rule);
    expect(obligations()).not.toContain(other);
    expect(context).toContain(`- ${other} (for web/**/*.css): does not come again by itself`);
  });

  it('gate no session without a task', async () => {
    const lib = old('lib/CLAUDE.md', '# Lib\n');
    await beginWork(rig);
    nested(lib, '# Lib\n');
    const file = join(rig.project, 'lib', 'a.ts');
    rig.callRows('toolu_w', 'Edit', { file_path: file }, { text: 'updated' });
    const { context } = await rig.compact();
    expect(context).toContain(gone(lib));
    expect(obligations()).toEqual([]);
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toBe('');
  });

  it('of the client’s own memory are named where the session used them', async () => {
    const memory = join(dirname(rig.transcript), 'memory', 'till.md');
    mkdirSync(dirname(memory), { recursive: true });
    writeFileSync(memory, 'The till rounds down.\n');
    await beginWork(rig);
    rig.callRows('toolu_m', 'Write', { file_path: memory }, { text: 'created' });
    expect((await rig.compact()).context).toContain(`- ${memory}: memory that this session used`);
  });

  it('of other clients are named where they were written since the session began', async () => {
    const rules = old('AGENTS.md', 'old\n');
    const send = (event: string, more: object = {}) =>
      rig.sendRaw(JSON.stringify({ ...rig.payload(event), transcript_path: undefined, ...more }), [
        'codex',
      ]);
    await send('SessionStart', { source: 'startup' });
    writeFileSync(rules, 'new\n');
    await send('PreCompact', { trigger: 'auto' });
    const { context } = await send('SessionStart', { source: 'compact' });
    expect(context).toContain(changed(rules));
  });
});
