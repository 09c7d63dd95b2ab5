import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedText } from '../../../src/core/edit/edited-text.ts';
import type { ToolEdit } from '../../../src/core/edit/tool-edit.ts';

const meant = (path: string): boolean => path === 'a.md';
const edited = (before: string | undefined, edit: ToolEdit) => editedText(before, edit, meant);
const replace = (old: string, text: string, all = false): ToolEdit => ({
  kind: 'replace',
  replacements: [{ old, new: text, all }],
});
const patch = (...lines: string[]): ToolEdit => ({
  kind: 'patch',
  text: ['*** Begin Patch', ...lines, '*** End Patch', 'EOF'].join('\n'),
});

describe('what a file holds after an edit', () => {
  it('is the text of a write', () => {
    expect(edited('old', { kind: 'write', text: 'new' })).toEqual({ text: 'new' });
  });

  it('has the one place replaced, and nothing is known where there is none or more than one', () => {
    expect(edited('a b c', replace('b', '$&'))).toEqual({ text: 'a $& c' });
    expect(edited('a b b', replace('b', 'x'))).toBeUndefined();
    expect(edited('a b b', replace('b', 'x', true))).toEqual({ text: 'a x x' });
    expect(edited('a', replace('z', 'x'))).toBeUndefined();
  });

  it('takes several replacements one after the other', () => {
    const edit: ToolEdit = {
      kind: 'replace',
      replacements: [
        { old: 'one', new: 'two', all: false },
        { old: 'two', new: 'three', all: false },
      ],
    };
    expect(edited('one', edit)).toEqual({ text: 'three' });
  });

  it('makes a new file where nothing is to be replaced, and never empties one that is there', () => {
    expect(edited(undefined, replace('', 'new\n'))).toEqual({ text: 'new\n' });
    expect(edited('full', replace('', 'new\n'))).toBeUndefined();
  });

  it('keeps the line ends of a file that has carriage returns', () => {
    expect(edited('a\r\nb\r\nc\r\n', replace('a\nb', 'x\ny'))).toEqual({ text: 'x\r\ny\r\nc\r\n' });
  });

  it('has the lines of a patch, found behind their anchor', () => {
    const text = '# A\n- same\n# B\n- same\n- last\n';
    const edit = patch('*** Update File: a.md', '@@ # B', '-- same', '+- other', ' - last');
    expect(edited(text, edit)).toEqual({ text: '# A\n- same\n# B\n- other\n- last\n' });
  });

  it('has what a patch adds at the end, and what it makes, moves and deletes', () => {
    expect(edited('a\n', patch('*** Update File: a.md', '@@', '+b'))).toEqual({ text: 'a\nb\n' });
    expect(edited(undefined, patch('*** Add File: a.md', '+x', '+y'))).toEqual({ text: 'x\ny\n' });
    expect(edited('a\n', patch('*** Delete File: a.md'))).toEqual({ gone: true });
    const moved = patch('*** Update File: a.md', '*** Move to: b.md', '@@', '-a', '+b');
    expect(edited('a\n', moved)).toEqual({ gone: true });
  });

  it('is not known where a patch does not fit or names another file', () => {
    expect(edited('a\n', patch('*** Update File: a.md', '@@', '-z', '+b'))).toBeUndefined();
    expect(edited('a\n', patch('*** Update File: z.md', '@@', '-a', '+b'))).toBeUndefined();
  });

  it('takes lines of a patch that differ in blanks alone, as the client does', () => {
    const edit = patch('*** Update File: a.md', '@@', '-  a', '+b', '*** End of File');
    expect(edited('x\na  \n', edit)).toEqual({ text: 'x\nb\n' });
  });

  it('never throws, and a replacement that fits changes that place alone', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, word, word, (head, old, tail, text) => {
        fc.pre(old !== '' && (head + old + tail).split(old).length === 2);
        expect(edited(head + old + tail, replace(old, text))).toEqual({ text: head + text + tail });
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, text) => {
        edited(before, { kind: 'patch', text: `*** Begin Patch\n*** Update File: a.md\n${text}` });
      }),
    );
  });
});
