import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hookCommand } from '../../src/hosts/claude-code/install-commands.ts';
import { refuseRelativePlaces, stateFolder, userConfigFile } from '../../src/platform/paths.ts';

describe('where things lie', () => {
  it('takes HOLDFAST_HOME, else the place for application state', () => {
    expect(stateFolder({ HOLDFAST_HOME: '/a/b', HOME: '/h' })).toBe('/a/b');
    expect(stateFolder({ XDG_STATE_HOME: '/x', HOME: '/h' })).toBe('/x/holdfast');
    expect(stateFolder({ HOME: '/h' })).toBe('/h/.local/state/holdfast');
    expect(stateFolder({ LOCALAPPDATA: '/l', XDG_STATE_HOME: '/x', HOME: '/h' })).toBe(
      '/l/holdfast',
    );
    expect(stateFolder({ HOLDFAST_HOME: '', XDG_STATE_HOME: '', HOME: '/h' })).toBe(
      '/h/.local/state/holdfast',
    );
  });

  it('takes XDG_CONFIG_HOME for the settings', () => {
    expect(userConfigFile({ HOME: '/h' })).toBe('/h/.config/holdfast/config.json');
    expect(userConfigFile({ HOME: '/h', XDG_CONFIG_HOME: '/c' })).toBe('/c/holdfast/config.json');
  });

  it('takes a relative path for unset, so that no hook makes state in the folder it runs in', () => {
    const env = { HOLDFAST_HOME: 'rel', XDG_STATE_HOME: './x', XDG_CONFIG_HOME: 'c', HOME: '/h' };
    expect(stateFolder(env)).toBe('/h/.local/state/holdfast');
    expect(userConfigFile(env)).toBe('/h/.config/holdfast/config.json');
  });

  it.each(['HOLDFAST_HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'])(
    'refuses a relative %s where a person can be told',
    (name) => {
      expect(() => refuseRelativePlaces({ [name]: 'rel' })).toThrow(`${name} is "rel"`);
      expect(() => refuseRelativePlaces({ [name]: '/abs' })).not.toThrow();
      expect(() => refuseRelativePlaces({ [name]: '' })).not.toThrow();
    },
  );

  it('agrees with what the registered shell command looks up, whatever is set', () => {
    const command = hookCommand('PreToolUse', { form: 'portable' }).split(';')[0];
    const values = [undefined, '', '/one two', "/it's"];
    for (const HOLDFAST_HOME of values) {
      for (const LOCALAPPDATA of values) {
        for (const XDG_STATE_HOME of values) {
          const env = { HOME: '/home/José 山田', HOLDFAST_HOME, LOCALAPPDATA, XDG_STATE_HOME };
          const shown = execFileSync('/bin/sh', ['-c', `${command};printf %s "$h"`], {
            env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
            encoding: 'utf8',
          });
          expect(stateFolder(env)).toBe(shown);
        }
      }
    }
  });
});
