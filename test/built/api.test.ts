import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginWork } from '../cases/kit.ts';
import { longPlan, Rig } from '../cases/rig.ts';

const root = resolve(import.meta.dirname, '..', '..');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** A project of another program that has the package installed, beside a recorded session. */
let rig: Rig;
let program: string;
beforeEach(() => {
  rig = new Rig();
  program = join(rig.root, 'program');
  mkdirSync(join(program, 'node_modules', '@types'), { recursive: true });
  symlinkSync(root, join(program, 'node_modules', 'holdfast'));
  symlinkSync(
    join(root, 'node_modules', '@types', 'node'),
    join(program, 'node_modules', '@types', 'node'),
  );
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }\n');
});
afterEach(() => rig.remove());

function file(name: string, text: string): string {
  writeFileSync(join(program, name), text);
  return name;
}

function run(name: string): unknown {
  const env = { PATH: process.env.PATH, HOME: rig.home, HOLDFAST_HOME: rig.state };
  const words = [name, rig.project, rig.transcript, rig.session];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: program, env, encoding: 'utf8' }));
}

describe('what a program imports from the package', () => {
  it('reads a session: its receipts, facts, brief and evidence, and a record of its own', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, 'Do the plan. Never push to main.');
    await rig.compact();
    file(
      'read.js',
      `import { brief, evidence, listSessions, readFacts, readSession } from 'holdfast';
       const [, , folder, record, id] = process.argv;
       const session = id.slice(0, 8);
       const told = await readSession({ session, folder });
       console.log(JSON.stringify({
         sessions: (await listSessions({ folder })).map((row) => row.session),
         receipts: told.agents[0].receipts.map(({ number, status }) => [number, status]),
         task: told.agents[0].task.path,
         rules: told.facts.filter(({ kind }) => kind === 'prohibition').map(({ value }) => value),
         sameFacts: JSON.stringify(await readFacts({ record, folder })) === JSON.stringify(told.facts),
         brief: (await brief({ session, folder, budget: 3000 })).text,
         calls: (await evidence({ session, folder })).map(({ command, outcome }) => [command, outcome]),
       }));`,
    );
    const told = run('read.js') as { brief: string };
    expect(told).toMatchObject({
      sessions: [rig.session],
      receipts: [[1, 'armed']],
      task: `${rig.project}/PLAN.md`,
      rules: ['Do the plan. Never push to main.'],
      sameFacts: true,
      calls: [['npm test', 'ok']],
    });
    expect(told.brief).toContain('Never push to main.');
    expect(told.brief.length).toBeLessThanOrEqual(3000);
  });

  it('throws what tells a program why, and a person what to do', () => {
    file(
      'refused.cjs',
      `const { isHoldfastError, readSession } = require('holdfast');
       readSession({ session: 'nobody', folder: process.argv[2] }).catch((error) =>
         console.log(JSON.stringify([isHoldfastError(error), error.code, error.hint])));`,
    );
    expect(run('refused.cjs')).toEqual([true, 'not-found', expect.stringContaining('status')]);
  });

  it('is typed: a wrong member does not compile', () => {
    const use = (member: string): string =>
      `import { readSession } from 'holdfast';
       const told = await readSession({ session: 'x' });
       export const text: string[] = told.facts.map((fact) => fact.${member});\n`;
    const compile = (name: string): string => {
      const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
      try {
        return execFileSync(process.execPath, [tsc, ...words, name], {
          cwd: program,
          encoding: 'utf8',
        });
      } catch (error) {
        return String((error as { stdout: unknown }).stdout);
      }
    };
    expect(compile(file('right.ts', use('value')))).toBe('');
    expect(compile(file('wrong.ts', use('valeu')))).toContain("'valeu' does not exist");
  });
});
