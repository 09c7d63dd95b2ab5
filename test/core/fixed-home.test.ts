import { describe, expect, it } from 'vitest';
import { fixedHome } from '../../src/core/hook-settings/launcher-command.ts';
import { hookCommand, hookTimeouts } from '../../src/hosts/claude-code/install-commands.ts';

describe('the state folder that a registered command names', () => {
  it.each(Object.keys(hookTimeouts))(
    'is read out of the command for %s, and of none that looks it up',
    (event) => {
      const home = "/state it's/holdfast";
      expect(fixedHome(hookCommand(event, { form: 'fixed', stateFolder: home }))).toBe(home);
      expect(fixedHome(hookCommand(event, { form: 'portable' }))).toBeUndefined();
    },
  );
});
