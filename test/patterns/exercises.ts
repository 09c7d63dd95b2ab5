/** What makes the program put together the patterns that it does not make while it is loaded, by the module to call. */
// biome-ignore lint/suspicious/noExplicitAny: the modules are loaded anew, from a program of this check.
export const exercises: Readonly<Record<string, (module: any) => unknown>> = {
  'core/trust/redact.ts': ({ redact }) =>
    redact(
      'password=hunter2hunter2 Authorization: Bearer abcdefghijklmnopqrst1234 set-cookie: a=b; my password is hunter22!',
    ),
  'core/trust/compile-patterns.ts': ({ compilePatterns }) => compilePatterns(['zq']),
  'core/trust/secrets/shapes.ts': ({ shapeHints, shapeAt }) => {
    for (const { text, of } of shapeHints()) shapeAt(text, 0, of);
    // Its hint stands in the midst, so that what stands before is read as well.
    const telegram = `123456789:AA${'aB3'.repeat(11)}`;
    for (const { text, of } of shapeHints()) shapeAt(telegram, telegram.indexOf(text), of);
  },
  'core/trust/secrets/program-secrets.ts': ({ findInCommand }) =>
    findInCommand('htpasswd -b users anna hunter2hunter2', 0, 'htpasswd'),
  'core/trust/terminal-text.ts': ({ terminalText }) => terminalText('\u001b[1;7m', '7'),
  'core/guard/ban-fits.ts': ({ isDone }) => {
    const args = [{ text: 'merge' }, { text: 'main' }];
    const run = { program: 'git', args, variables: [], redirects: [] };
    return isDone({ do: 'act', act: 'merge', about: ['main'] }, { runs: [run], edits: [] });
  },
  'core/words/course.ts': ({ courseOf }) => courseOf('stop here'),
  'core/snapshot/ordinals.ts': ({ ordinalsIn }) => ordinalsIn('the first'),
  'core/tracker/task-id.ts': ({ trackerTask }) =>
    trackerTask({ tracked: { id: 'a', head: 'a' } }, { trackerTask: 'a' }),
  'app/daemon/proof.ts': ({ keysPattern }) => keysPattern('0123456789abcdef'),
  'core/search/marks.ts': ({ marksIn }) => {
    const terms = [{ text: 'committed' }, { text: 'readFile' }];
    return marksIn('committed readFile', { whole: 'committed readFile', terms });
  },
};
