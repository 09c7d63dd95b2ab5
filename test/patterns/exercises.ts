/** What makes the program put together the patterns that it does not make while it is loaded, by the module to call. */
// biome-ignore lint/suspicious/noExplicitAny: the modules are loaded anew, from a program of this check.
export const exercises: Readonly<Record<string, (module: any) => unknown>> = {
  'core/trust/redact.ts': ({ redact }) =>
    redact(
      'password=hunter2hunter2 Authorization: Bearer abcdefghijklmnopqrst1234 set-cookie: a=b; my password is hunter22!',
    ),
  'core/trust/compile-patterns.ts': ({ compilePatterns }) => compilePatterns(['zq']),
  'core/trust/near-hints.ts': ({ nearHints }) => nearHints('a'.repeat(3_000), /b/, 1, String),
  'core/snapshot/permission.ts': ({ takesBack }) =>
    takesBack('you may now deploy it', 'do not deploy anything'),
  'core/snapshot/ordinals.ts': ({ ordinalsIn }) => ordinalsIn('the first'),
  'core/tracker/task-id.ts': ({ trackerTask }) =>
    trackerTask({ tracked: { id: 'a', head: 'a' } }, { trackerTask: 'a' }),
  'app/daemon/proof.ts': ({ keysPattern }) => keysPattern('0123456789abcdef'),
  'core/search/marks.ts': ({ marksIn }) => {
    const terms = [{ text: 'committed' }, { text: 'readFile' }];
    return marksIn('committed readFile', { whole: 'committed readFile', terms });
  },
};
