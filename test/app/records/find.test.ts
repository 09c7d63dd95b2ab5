import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { findRecords } from '../../../src/app/records/find.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

function tree(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-find-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function found(...paths: string[]) {
  const roots = paths.map((path) => ({ path, stores: recordStores, named: true }));
  const refs: string[] = [];
  const problems: string[] = [];
  for (const one of findRecords(recordDisk, roots)) {
    if ('ref' in one) refs.push(`${one.ref.store.host} ${one.ref.session}`);
    else problems.push(`${one.problem.kind} ${one.problem.path.slice(paths[0]!.length)}`);
  }
  return { refs: refs.sort(), problems: problems.sort() };
}

const claude = (session: string) =>
  `${JSON.stringify({
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    isSidechain: false,
    sessionId: session,
    cwd: '/code/proj',
    message: { role: 'user', content: 'Never push.' },
  })}\n`;

describe('finding records', () => {
  it('tells records of hosts from files that no host wrote, and names those', () => {
    const folder = tree({
      'a/one.jsonl': claude('one'),
      'b/foreign.jsonl': '{"role":"user","message":"hello"}\n',
      'b/random.jsonl': Buffer.from([0x1f, 0x8b, 8, 0, 200, 3, 250, 9]),
      'b/empty.jsonl': '',
      'b/package.json': '{"name":"x"}',
      'b/notes.txt': 'nothing',
    });
    expect(found(folder)).toEqual({
      refs: ['claude-code one'],
      problems: ['empty /b/empty.jsonl', 'foreign /b/foreign.jsonl', 'foreign /b/random.jsonl'],
    });
  });

  it('meets each file once, whatever links lead to it, and never walks in a circle', () => {
    const folder = tree({ 'a/one.jsonl': claude('one') });
    symlinkSync('..', join(folder, 'a', 'up'));
    symlinkSync(join(folder, 'a', 'one.jsonl'), join(folder, 'again.jsonl'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'gone.jsonl'));
    const { refs, problems } = found(folder, join(folder, 'a'));
    expect(refs).toEqual(['claude-code one']);
    expect(problems).toEqual(['dangling /gone.jsonl', 'loop /a/up']);
  });
});
