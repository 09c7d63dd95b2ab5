import { describe, expect, it } from 'vitest';
import { foreignChanges } from '../../../src/core/edit/foreign-changes.ts';

const changes = (name: string, input: unknown, kind: 'other' | 'edit' = 'other') =>
  foreignChanges({ name, kind, paths: [] }, input);

describe('files that tools of other servers change', () => {
  it.each([
    ['mcp__filesystem__write_file', { path: 'gen.txt', content: 'x' }, ['gen.txt']],
    ['mcp__fs__edit_file', { file_path: 'a.txt', edits: [{ oldText: 'a' }] }, ['a.txt']],
    ['mcp__filesystem__move_file', { source: 'a', destination: 'b' }, ['a', 'b']],
    ['mcp__filesystem__copy_file', { source: 'a', destination: 'b' }, ['b']],
    ['fs.deleteFile', { filePath: 'a' }, ['a']],
    ['mcp__x__edit_files', { files: [{ path: 'a' }, { path: 'b' }] }, ['a', 'b']],
    ['mcp__x__delete_files', { paths: ['a', 'b', 'a'] }, ['a', 'b']],
    ['mcp__x__replace_symbol_body', { relative_path: 'src/a.ts', body: 'x' }, ['src/a.ts']],
    ['mcp__x__write', { uri: 'file:///code/a.txt' }, ['/code/a.txt']],
  ])('%s', (name, input, expected) => {
    expect(changes(name, input)).toEqual(expected);
  });

  it.each([
    ['mcp__filesystem__read_file', { path: 'a' }],
    ['mcp__filesystem__get_file_updates', { path: 'a' }],
    ['mcp__filesystem__search_and_replace_preview', { pattern: 'a' }],
    ['mcp__tracker__create_issue', { title: 'a', body: 'gen.txt' }],
    ['mcp__web__save', { uri: 'https://example.com/a' }],
    ['mcp__x__write_file', undefined],
    ['mcp__x__write_file', 'path'],
  ])('%s %j changes none', (name, input) => {
    expect(changes(name, input)).toEqual([]);
  });

  it("are none of the client's own tools", () => {
    expect(changes('Write', { path: 'a' }, 'edit')).toEqual([]);
  });
});
