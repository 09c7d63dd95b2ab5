import { join } from 'node:path';
import { backupPath } from './backup.ts';
import type { InstallContext } from './context.ts';
import type { InitPlan } from './init.ts';
import { findRecord, readRecords } from './record.ts';

/** A file that init would write, and what it is. */
export interface Write {
  path: string;
  what: string;
}

/** Every file that carrying out a plan would write, in that order. A copy's name carries the time it is made at. */
export function writesOf(context: InstallContext, plan: InitPlan): Write[] {
  const { paths, version } = context;
  const program = join(paths.runtimes, version, 'hook.cjs');
  const known: Record<string, string> = {
    [program]: 'the program that hooks run',
    [join(paths.runtimes, version, 'mcp.cjs')]: 'the MCP server',
    [join(paths.runtimes, version, 'cli-mcp-tools.cjs')]: 'what its tools run',
    [join(paths.runtimes, version, 'mcp-handshake.sh')]:
      'what a client is answered before Node starts',
    [join(paths.runtimes, version, 'in-process.mjs')]: 'what programs of plugins have in common',
    [paths.serverLauncher]: 'the MCP server launcher',
    [paths.statusLine]: 'the script of the status line',
  };
  const whatOf = (path: string): string => {
    if (known[path] !== undefined) return known[path];
    if (path.endsWith('.gitignore')) return 'keeps git from this folder';
    return path.endsWith('.mjs') ? 'the program of the plugin' : 'the launcher';
  };
  const writes = plan.runtime.map(({ path }): Write => ({ path, what: whatOf(path) }));
  const compiled = program.replace(/hook\.cjs$/, 'start.cjs');
  const renewed = writes.some(({ path }) => path === program);
  if (context.warm && !plan.done && (renewed || context.disk.stat(compiled) === undefined)) {
    writes.push({
      path: compiled,
      what: 'the compiled cache',
    });
  }
  const records = readRecords(context.disk, paths.installs);
  for (const { install, scope, file, exists, change } of plan.targets) {
    const changes = change.passes.length > 0;
    if (changes && exists) {
      writes.push({
        path: backupPath(context, install.host, scope, file),
        what: `a copy of ${file} as it is`,
      });
    }
    const unknown = findRecord(records, install.host, file) === undefined;
    if (changes || (unknown && change.server !== 'other')) {
      writes.push({ path: paths.installs, what: 'what was done, for uninstall' });
    }
    if (changes) writes.push({ path: file, what: `the settings of ${install.title}` });
  }
  return writes.filter(({ path }, index) => writes.findIndex((one) => one.path === path) === index);
}
