import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import { families, textOf } from './families.ts';
import { recordWith } from './record.ts';

/**
 * What the built hook costs on records whose every text is hard to match, at a size and at twice that. The cost may grow as
 * the size does and no faster, and is bounded. Ends with 1 where that does not hold. `--size=<kB>` `--only=<word>`
 */
const option = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const size = Number(option('size') ?? 1024) * 1024;
const only = option('only') ?? '';
/** Processor time that twice the size may take, beside that of the size itself. */
const factor = 2.5;
/** What a start of Node and its memory cost by chance, in seconds. */
const chance = 0.6;
/** Processor time of a hook at twice the size, in seconds. */
const most = 8;

const folder = mkdtempSync(join(tmpdir(), 'adversarial-'));
const failed: string[] = [];
console.log(`| text | ${size / 1024} kB | ${(2 * size) / 1024} kB | grows by |`);
console.log('| --- | ---: | ---: | ---: |');
try {
  for (const [name, pump] of Object.entries(families)) {
    if (!name.includes(only)) continue;
    const once = costOf(textOf(pump, size));
    const twice = costOf(textOf(pump, 2 * size));
    const fits = twice <= once * factor + chance && twice <= most;
    if (!fits) failed.push(name);
    const figures = [`${once.toFixed(2)} s`, `${twice.toFixed(2)} s`, (twice / once).toFixed(1)];
    console.log(`| ${name} | ${figures.join(' | ')}${fits ? '' : ' **too much**'} |`);
  }
} finally {
  removeFolder(folder);
}
if (failed.length > 0) console.log(`\nToo much: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Processor time of the two hooks around a compaction, in seconds: what other programs do at the time does not count. */
function costOf(text: string): number {
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  removeFolder(home);
  mkdirSync(home, { recursive: true });
  mkdirSync(project, { recursive: true });
  const record = join(folder, 'record.jsonl');
  writeFileSync(record, recordWith('s1', project, text));
  const base = { session_id: 's1', transcript_path: record, cwd: project };
  return (
    hook(home, {
      ...base,
      hook_event_name: 'PreCompact',
      trigger: 'auto',
      custom_instructions: '',
    }) + hook(home, { ...base, hook_event_name: 'SessionStart', source: 'compact' })
  );
}

function hook(home: string, payload: object): number {
  const program = resolve('dist/hook.cjs');
  const { stdout, status } = spawnSync(
    'sh',
    ['-c', '"$0" "$1" claude-code >/dev/null 2>&1; echo; times', process.execPath, program],
    {
      input: JSON.stringify(payload),
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: home, HOLDFAST_HOME: home, CLAUDECODE: '1' },
    },
  );
  // The second line of `times` tells of the programs that it started: `0m1.234s 0m0.100s`.
  const [user, system] = stdout.trim().split('\n').at(-1)!.split(' ').map(seconds);
  if (status !== 0 || user === undefined || system === undefined) throw new Error(stdout);
  return user + system;
}

function seconds(text: string): number {
  const [, minutes = '', rest = ''] = /^(\d+)m([\d.,]+)s$/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(rest.replace(',', '.'));
}
