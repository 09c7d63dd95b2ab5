import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { asciiProgram, checkAscii, escapePatterns } from '../../scripts/ascii-programs.mjs';
import { keepCompiled } from '../../src/platform/compiled-program.ts';
import { runProcess } from '../cases/hook-process.ts';
import { Rig } from '../cases/rig.ts';
import { makeCliMachine } from '../entry/cli/machine.ts';
import { installed } from './installed.ts';

const dist = resolve(import.meta.dirname, '..', '..', 'dist');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-encoding-'));
});
afterEach(() => removeFolder(folder));

/** Builds a program of one module as those that ship are built. */
async function built(source: string): Promise<string> {
  // The build looks at each file once.
  const path = join(folder, `in-${readdirSync(folder).length}.ts`);
  writeFileSync(path, source);
  const result = await build({
    entryPoints: [path],
    bundle: true,
    format: 'cjs',
    write: false,
    logLevel: 'silent',
    plugins: [asciiProgram],
  });
  return result.outputFiles[0]!.text;
}

function run(program: string): unknown {
  const module = { exports: {} as { out?: unknown } };
  new Function('module', 'exports', program)(module, module.exports);
  return module.exports.out;
}

describe('the programs as a loader reads them', () => {
  it('hold ASCII only, so that no encoding reads them otherwise', () => {
    const beyond = readdirSync(dist)
      .filter((name) => /\.(?:js|cjs|mjs|json)$/.test(name))
      .filter((name) => readFileSync(join(dist, name)).some((byte) => byte > 0x7f));
    expect(beyond).toEqual([]);
    const { runtime } = installed();
    const parts = readdirSync(runtime).filter((name) => name.endsWith('.cjs'));
    expect(parts).toContain('facts.part.cjs');
    for (const name of parts) {
      expect([name, readFileSync(join(runtime, name)).some((byte) => byte > 0x7f)]).toEqual([
        name,
        false,
      ]);
    }
  });

  it('keep what patterns match, in classes, behind backslashes and beyond the first plane', async () => {
    const source = String.raw`
      export const out = [
        /^[•·]\s/.test('• one'), /^[•·]\s/.test('â one'), /\•/.test('•'), /\\é/.test('\\é'), /\\é/.test('\\x'),
        /[😀-😂]/u.test('😁'), /[😀-😂]/u.test('😃'), /(?<né>ß)/u.exec('Straße').groups.né, /[一-龥]+。/.exec('不要。')[0],
      ];`;
    const program = await built(source);
    expect(program).toMatch(/^[\x00-\x7f]*$/);
    const { outputFiles } = await build({
      stdin: { contents: source },
      format: 'cjs',
      charset: 'utf8',
      write: false,
    });
    expect(run(program)).toEqual(run(outputFiles[0]!.text));
    expect(run(program)).toEqual([true, false, true, true, false, true, false, 'ß', '不要。']);
  });

  it('fail to build where an escape would be seen, or where one is left', async () => {
    const tagged = 'const tag = (s: any) => s.raw[0];\nexport const out = tag`naïve`;';
    await expect(built(tagged)).rejects.toThrow('a tagged template has a character beyond ASCII');
    expect(run(await built('export const out = `naïve`;'))).toBe('naïve');
    expect(() => checkAscii([['x.js', 'é']])).toThrow('dist/x.js is not ASCII at byte 0');
    expect(escapePatterns('/a/')).toBe('/a/');
  });

  it('are loaded as UTF-8 where one is not ASCII all the same', async () => {
    const program = join(folder, 'hook.cjs');
    const first = `'use strict';
if (typeof compiledFrom === 'function') compiledFrom();
else process.stdout.write(String([/^不要/.test('不要'), holdfastPart('more')()]));
function holdfastPart(name) { return holdfast_more; }
`;
    const more = `function holdfast_more() { return /ß$/.test('Fuß'); }`;
    writeFileSync(program, `${first}\n//#holdfast-part more\n${more}`);
    keepCompiled(program);
    for (const name of ['hook.cjs', 'start.cjs']) {
      const { stdout, stderr } = await runProcess({ env: {}, args: [join(folder, name)] });
      expect([name, stdout, stderr]).toEqual([name, 'true,true', '']);
    }
  });
});

describe('rules in other scripts as installed', () => {
  const said = ['不要修改旧的配置文件。', '• Never push to main.', 'Não mexa na pasta antiga.'];

  it('are found by the hook that the settings name', async () => {
    const rig = new Rig();
    try {
      for (const text of said) rig.userRow(text);
      const { launcher, state } = installed();
      const { stdout } = await runProcess({
        env: { ...rig.env, HOLDFAST_HOME: state },
        program: launcher,
        args: ['claude-code'],
        input: JSON.stringify(rig.payload('SessionStart', { source: 'compact' })),
      });
      const brief = JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
      const rules = /^Rules[\s\S]*?\n\n/m.exec(brief)?.[0] ?? '';
      for (const text of said) expect(rules).toContain(text.replace('• ', ''));
    } finally {
      rig.remove();
    }
  });

  it('are found by the command line', () => {
    const rig = new Rig();
    const machine = makeCliMachine();
    try {
      for (const text of said) rig.userRow(text);
      const { out } = machine.run(['snapshot', '--transcript', rig.transcript]);
      expect(out.match(/^(?:prohibition|constraint|correction)\b/gm)).toHaveLength(3);
    } finally {
      machine.remove();
      rig.remove();
    }
  });
});
