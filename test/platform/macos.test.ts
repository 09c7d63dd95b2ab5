import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { leaseName } from '../../src/app/ticket/leases.ts';
import { launchdJob } from '../../src/core/daemon/service.ts';
import { landingOf } from '../../src/platform/landing.ts';
import { beganIn, launchAgent, psOfAll, psOfOne, psTable } from '../../src/platform/macos.ts';

describe('what macOS tells of processes', () => {
  it('tells one process from another of its number by when it began', () => {
    expect(psOfOne(42)).toEqual(['-o', 'stat=,lstart=', '-p', '42']);
    expect(beganIn('Ss   Mon Nov 30 01:02:03 2026    \n')).toBe('Mon Nov 30 01:02:03 2026');
    expect(beganIn('S+   Sat Jan  3 11:12:13 2026\n')).toBe('Sat Jan  3 11:12:13 2026');
    // One that ended and was not waited for, and none.
    expect(beganIn('Z+   Mon Nov 30 01:02:03 2026\n')).toBeUndefined();
    expect(beganIn('')).toBeUndefined();
  });

  it('shows what a process descends from, with the names of its variables', () => {
    expect(psOfAll).toContain('pid=,ppid=,command=');
    const text = [
      '    1     0 /sbin/launchd',
      '  501     1 /Applications/iTerm.app/Contents/MacOS/iTerm2 TERM=xterm EMPTY= HOME=/Users/x',
      '  777   501 node cli.js CLAUDECODE=1',
    ].join('\n');
    const table = psTable(text);
    expect(table.process(777)).toMatchObject({ parent: 501, variables: ['CLAUDECODE'] });
    expect(table.process(501)?.variables).toEqual(['TERM', 'HOME']);
    expect(table.process(9)).toBeUndefined();
    expect(table.behindTerminal(777)).toEqual([]);
  });
});

describe('launchd', () => {
  it('has the job of a user in its folder, and is told of it for that user', () => {
    const file = '/Users/x y/Library/LaunchAgents/holdfast.plist';
    expect(launchAgent('/Users/x y', 'holdfast', 501)).toEqual({
      file,
      begin: ['bootstrap', 'gui/501', file],
      end: ['bootout', 'gui/501/holdfast'],
    });
  });

  it('gets paths with signs of XML as they are', () => {
    const job = launchdJob({
      node: '/opt/a&b/node',
      program: '/opt/<x>/cli.js',
      stateFolder: '/Users/x/state',
      searchPath: '/usr/bin',
    });
    expect(job).toContain('/opt/a&amp;b/node');
    expect(job).toContain('/opt/&lt;x&gt;/cli.js');
  });
});

describe('paths as on macOS', () => {
  it('are one place by the link of /tmp and by where it leads, also for what is not there yet', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-macos-')));
    try {
      mkdirSync(join(folder, 'private', 'tmp'), { recursive: true });
      symlinkSync('private/tmp', join(folder, 'tmp'));
      writeFileSync(join(folder, 'private', 'tmp', 'a'), '');
      for (const name of ['a', 'new/b']) {
        expect(landingOf(join(folder, 'tmp', name))).toBe(join(folder, 'private', 'tmp', name));
      }
    } finally {
      removeFolder(folder);
    }
  });

  it('are one ticket in both forms of a name that Unicode has', () => {
    const composed = '/Users/x/Größe/.holdfast/tickets/über.md';
    expect(composed.normalize('NFD')).not.toBe(composed.normalize('NFC'));
    expect(leaseName(composed.normalize('NFD'))).toBe(leaseName(composed.normalize('NFC')));
  });
});
