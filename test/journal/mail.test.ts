import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import type { WorkerNotice } from '../../src/core/worker/notice.ts';
import { openMail, postMessage, postNotice } from '../../src/journal/mail.ts';
import { hasMail } from '../../src/journal/mail-folders.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-mail-'));
  folder = join(root, 'state');
});
afterEach(() => removeFolder(root));

const key = { host: 'h', session: 's' };
const notice: WorkerNotice = { task: 't', status: 'completed', summary: 'Done.', at: '2026-01-01' };
const message = { from: 'a person', text: 'Stop.', at: '2026-01-01' };

describe('what waits for a session', () => {
  it('is a message that one taker alone gets, and that waits again where it was not told', () => {
    postMessage(folder, 'w', 'm', message);
    const mail = openMail(folder, key);
    const [waiting] = mail.messages('w');
    const taken = mail.take(waiting!.file)!;
    expect([hasMail(folder, key, 'w'), mail.take(waiting!.file)]).toEqual([false, undefined]);
    mail.giveBack([taken]);
    expect(mail.messages('w')).toEqual([waiting]);
    mail.putAside([mail.take(waiting!.file)!]);
    expect(hasMail(folder, key, 'w')).toBe(false);
    expect(existsSync(join(folder, 'workers', 'w', 'inbox', 'told', 'm.json'))).toBe(true);
    expect(postMessage(folder, 'w', 'm', message)).toBe(true);
    expect(mail.messages('w')).toEqual([]);
  });

  it('goes on to the session that takes its place, and to no other', () => {
    postNotice(folder, key, 'n', notice);
    const next = { host: 'h', session: 'next' };
    openMail(folder, next).takeOver('s');
    expect([hasMail(folder, key, undefined), hasMail(folder, next, undefined)]).toEqual([
      false,
      true,
    ]);
  });

  it('stays in the state folder, whatever a session or a worker is called, and holds no secret', () => {
    const key = { host: 'h', session: '../../x' };
    const secret = `sk-ant-api03-${'a'.repeat(95)}`;
    postNotice(folder, key, '../../n', { ...notice, result: `The key is ${secret}.` });
    postMessage(folder, '../../w', '../../m', message);
    const [waiting] = openMail(folder, key).notices();
    expect(waiting!.file.startsWith(`${folder}/notices/`)).toBe(true);
    expect(waiting!.value!.result).not.toContain(secret);
    expect(openMail(folder, key).messages('../../w')).toHaveLength(1);
    expect(existsSync(join(folder, '..', 'w'))).toBe(false);
  });
});
