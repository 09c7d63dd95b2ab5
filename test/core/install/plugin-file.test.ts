import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/core/errors.ts';
import type { LauncherForm } from '../../../src/core/install/host-install.ts';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { openCodeInstall } from '../../../src/hosts/opencode/install.ts';
import { piInstall } from '../../../src/hosts/pi/install.ts';

const forms: LauncherForm[] = [
  { form: 'portable' },
  { form: 'fixed', stateFolder: `/home/dev/it's "odd" \${x}` },
];

describe.each([openCodeInstall, piInstall])('the plugin file of $title', (install) => {
  it.each(forms)('is put in and taken out whole, and not changed twice [R43] ($form)', (form) => {
    const made = install.register('', 'holdfast.js', form);
    expect([made.added, made.updated]).toEqual([1, 0]);
    expect(install.register(made.text, 'holdfast.js', form).passes).toEqual([]);
    expect(install.registered(made.text, 'holdfast.js').length).toBeGreaterThan(5);
    const gone = install.unregister(made.text, 'holdfast.js', undefined);
    expect([gone.text, gone.removed]).toEqual(['', 1]);
    expect(applyEdits(made.text, invertEdits(made.passes[0]!))).toBe('');
  });

  it('is brought up to date where an older one of ours is', () => {
    const made = install.register('', 'holdfast.js', forms[0]!).text;
    const older = `${made}// of an older version\n`;
    const change = install.register(older, 'holdfast.js', forms[0]!);
    expect([change.text, change.updated]).toEqual([made, 1]);
  });

  it('is never written over a file of another, nor is that taken out', () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(text, (foreign) => {
        expect(() => install.register(foreign, 'holdfast.js', forms[0]!)).toThrow(Fault);
        expect(install.unregister(foreign, 'holdfast.js', undefined).text).toBe(foreign);
        expect(install.registered(foreign, 'holdfast.js')).toEqual([]);
      }),
    );
  });
});
