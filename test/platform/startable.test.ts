import { describe, expect, it } from 'vitest';
import { startable } from '../../src/platform/startable.ts';

describe('how a program is started', () => {
  it('is the program itself but for a batch file of Windows', () => {
    const itself = { program: 'claude', args: ['a b'], options: {} };
    expect(startable('claude', ['a b'], 'linux')).toEqual(itself);
    expect(startable('claude.cmd', [], 'linux').program).toBe('claude.cmd');
    expect(startable('C:\\x\\claude.exe', ['a b'], 'win32').program).toBe('C:\\x\\claude.exe');
  });

  it('keeps every argument of a batch file together, with its quotes and signs', () => {
    const { program, args, options } = startable(
      'C:/A b/claude.CMD',
      ['-p', 'a "b" & c\\'],
      'win32',
    );
    expect([program, options]).toEqual(['cmd.exe', { windowsVerbatimArguments: true }]);
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(args[3]).toBe(
      '"C:\\A^ b\\claude.CMD ^^^"-p^^^" ^^^"a^^^ \\^^^"b\\^^^"^^^ ^^^&^^^ c\\\\^^^""',
    );
  });
});
