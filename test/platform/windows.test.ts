import { describe, expect, it } from 'vitest';
import { isDeviceName } from '../../src/core/text/device-name.ts';
import { idFromTitle } from '../../src/core/ticket/id-from-title.ts';
import { isFileId } from '../../src/core/ticket/new-text.ts';
import { folderName } from '../../src/journal/session-folder.ts';
import { homeFolder } from '../../src/platform/paths.ts';
import { systemFault } from '../../src/platform/system-fault.ts';
import { asciiJson } from '../../src/platform/write-answer.ts';

describe('on Windows', () => {
  it('the home folder is that of Windows, and elsewhere what HOME says', () => {
    const env = { USERPROFILE: 'C:\\Users\\x', HOME: '/c/git/x' };
    expect(homeFolder(env, 'win32')).toBe('C:\\Users\\x');
    expect(homeFolder(env, 'linux')).toBe('/c/git/x');
  });

  it('an answer is the same JSON in ASCII alone', () => {
    const text = JSON.stringify({ text: 'Größe 山田 🙂 "x" \\ \n' });
    expect(asciiJson(text)).toMatch(/^[\x00-\x7f]*$/);
    expect(JSON.parse(asciiJson(text))).toEqual(JSON.parse(text));
  });

  it('a file that another program has open is told from one that is not the user’s', () => {
    const error = Object.assign(new Error('no'), { code: 'EPERM' });
    const { message, hint } = systemFault('unwritable', 'written', 'C:\\x', error, 'win32');
    expect(message).toBe(
      'C:\\x cannot be written: another program has it open, or permission is denied.',
    );
    expect(hint).toContain('Close the program that has it open');
    expect(systemFault('unwritable', 'written', '/x', error, 'linux').message).toBe(
      '/x cannot be written: permission denied.',
    );
  });

  it('names of devices are no names of files, whatever stands behind them', () => {
    for (const name of ['con', 'AUX', 'nul.md', 'Com1.tar.gz', 'lpt9', 'PRN']) {
      expect(isDeviceName(name), name).toBe(true);
      expect(isFileId(name), name).toBe(false);
      expect(folderName(name), name).toMatch(/^x-[0-9a-f]{32}$/);
    }
    for (const name of ['console', 'aux-1', 'com', 'com10', 'nulls', 'my-con']) {
      expect(isDeviceName(name), name).toBe(false);
      expect(folderName(name)).toBe(name);
    }
    expect(idFromTitle('Con', () => false)).toBe('con-2');
  });
});
