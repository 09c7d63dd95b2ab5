import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../src/core/worker/event.ts';
import { judgeRequest, type PermissionContext } from '../../src/core/worker/permission.ts';

const context: PermissionContext = {
  permission: 'edit',
  folder: '/code/proj',
  ticket: '/main/.holdfast/tickets/T.md',
  scratch: '/state/scratch/s',
  allow: [],
  // A link in the folder that leads out of it.
  landing: (path) => path.replace('/code/proj/link', '/etc'),
};
const request = (more: Partial<PermissionRequest>): PermissionRequest => ({
  id: '1',
  tool: 'Write',
  about: '',
  paths: [],
  edit: more.command === undefined,
  ...more,
});
const allowed = (more: Partial<PermissionRequest>, permission: 'ask' | 'edit' | 'full' = 'edit') =>
  judgeRequest(request(more), { ...context, permission }).allowed;

describe('[R45] what a worker may do unasked', () => {
  it('edit: edits in its folder and the shared one, and of its ticket', () => {
    expect(allowed({ paths: ['/code/proj/src/a.ts'] })).toBe(true);
    expect(allowed({ paths: ['/state/scratch/s/note.md'] })).toBe(true);
    expect(allowed({ paths: ['/main/.holdfast/tickets/T.md'] })).toBe(true);
    expect(allowed({ paths: ['/main/.holdfast/tickets/U.md'] })).toBe(false);
    expect(allowed({ paths: ['/code/project-of-another/a.ts'] })).toBe(false);
    expect(allowed({ paths: ['/code/proj/a.ts', '/etc/hosts'] })).toBe(false);
    expect(allowed({ paths: ['/code/proj/link/hosts'] })).toBe(false);
    expect(allowed({ paths: [] })).toBe(false);
  });

  it('a call that does more than edit, and a tool that is not known, are put to a person', () => {
    expect(allowed({ tool: 'mcp__db__drop', paths: ['/code/proj/a.ts'], edit: false })).toBe(false);
    expect(allowed({ tool: 'WebFetch', edit: false })).toBe(false);
  });

  it('commands that only read, and those by which it reports', () => {
    for (const command of [
      'git status',
      'grep -r x src',
      'holdfast ticket progress T "did it"',
      'holdfast ticket done /main/.holdfast/tickets/T.md --result "it holds"',
      'holdfast answer 1 "because"',
      'cd /code/proj/src && holdfast ticket progress T "found it"',
      'git status && holdfast ticket progress T "clean"',
      'holdfast ticket list | grep T',
      'holdfast ticket done T --result "$(cat <<\'EOF\'\nIt holds.\nTwo lines.\nEOF\n)"',
    ]) {
      expect([command, allowed({ tool: 'Bash', command })]).toEqual([command, true]);
      expect(allowed({ tool: 'Bash', command }, 'ask')).toBe(true);
    }
    for (const command of [
      'make',
      'rm a',
      'holdfast ticket progress T "$(rm a)"',
      'holdfast ticket done T --result ok && rm a',
      'holdfast ticket done T --result ok > /etc/hosts',
      'holdfast ticket reopen T',
      'cd /etc && holdfast ticket progress T "found it"',
      'holdfast ticket done $X',
      'holdfast $X T',
      'holdfast ticket progress T "a"$X',
      'npm test && holdfast ticket progress T "green"',
      'holdfast run U',
      'PATH=/tmp holdfast ticket done T',
    ]) {
      expect([command, allowed({ tool: 'Bash', command })]).toEqual([command, false]);
    }
  });

  it('a report stands beside what a person allowed', () => {
    const command = 'cd /code/proj/src && npm test && holdfast ticket progress T "green"';
    const asked = request({ tool: 'Bash', command });
    expect(judgeRequest(asked, { ...context, allow: ['npm test'] })).toEqual({ allowed: true });
  });

  it('ask: no edit but of its ticket; full: everything', () => {
    expect(allowed({ paths: ['/code/proj/a.ts'] }, 'ask')).toBe(false);
    expect(allowed({ paths: ['/main/.holdfast/tickets/T.md'] }, 'ask')).toBe(true);
    expect(allowed({ tool: 'Bash', command: 'rm -rf /' }, 'full')).toBe(true);
  });
});
