import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { readSetTask, writeSetTask } from '../../src/app/task/store.ts';
import { Fault } from '../../src/core/errors.ts';
import { stateStore } from '../../src/platform/state-store.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'holdfast-store-')), 'state');
});
afterEach(() => removeFolder(join(folder, '..')));

describe('the state store on disk', () => {
  test('keeps texts in folders and files that only their owner can read', () => {
    const store = stateStore(folder);
    store.write('tasks/a.json', 'one');
    store.write('tasks/a.json', 'two');
    expect(store.read('tasks/a.json')).toBe('two');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'tasks')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'tasks/a.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'tasks'))).toEqual(['a.json']);
    store.remove('tasks/a.json');
    store.remove('tasks/a.json');
    expect(store.read('tasks/a.json')).toBeUndefined();
  });

  test('makes a file private again that somebody opened to others', () => {
    const store = stateStore(folder);
    store.write('a.json', 'x');
    chmodSync(join(folder, 'a.json'), 0o644);
    store.write('a.json', 'y');
    expect(statSync(join(folder, 'a.json')).mode & 0o777).toBe(0o600);
  });

  test('waits for no pipe and reads no device', () => {
    const store = stateStore(folder);
    store.write('a.json', 'x');
    symlinkSync('/dev/zero', join(folder, 'b.json'));
    execFileSync('mkfifo', [join(folder, 'c.json')]);
    for (const name of ['b.json', 'c.json']) expect(store.read(name)).toBeUndefined();
  });

  test('takes no name that leads out of its folder', () => {
    for (const name of ['../a', 'a/../../b', '/etc/x', 'a//b', '', '.hidden', 'a/.b']) {
      expect(() => stateStore(folder).write(name, 'x')).toThrow(Fault);
      expect(stateStore(folder).read(name)).toBeUndefined();
    }
  });

  test('keeps the task of a project whatever its folder is called', () => {
    const store = stateStore(folder);
    for (const root of ['/u/.dotfiles', '/u/山田 x', `/u/${'n'.repeat(250)}`, 'C:/']) {
      writeSetTask(store, root, { path: '/a', when: '', by: 'person' });
      expect(readSetTask(store, root).record?.path).toBe('/a');
    }
  });

  test('says what could not be written, as a fault', () => {
    writeFileSync(folder, 'a file where the folder should be');
    expect(() => stateStore(folder).write('tasks/a.json', 'x')).toThrow(
      expect.objectContaining({ code: 'unwritable' }),
    );
  });
});
