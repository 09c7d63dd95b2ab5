import { Fault } from '../../core/errors.ts';
import { staleRuntimeFiles } from '../install/runtime.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

const check = 'launcher';
const again = 'Run "holdfast init" again.';

/** Whether what the hooks start is there, whole, and of this version. `byPlugin`: only plugins of hosts start it, and bring it. */
export function checkLauncher(context: DoctorContext, byPlugin: boolean): Finding[] {
  const { install, paths } = context;
  const script = install.disk.readText(paths.launcher);
  if (script === undefined && byPlugin)
    return [note(check, 'The launcher comes with the first start of a session.')];
  if (script === undefined)
    return [off(check, `${paths.launcher} is missing.`, 'Run "holdfast init".')];
  if (!install.windows && ((install.disk.modeOf(paths.launcher) ?? 0) & 0o100) === 0) {
    return [off(check, `${paths.launcher} is not executable.`, again)];
  }
  return [...checkNode(context, script), ...checkRuntime(context, script)];
}

function checkNode({ install }: DoctorContext, script: string): Finding[] {
  const quoted = /^node='(.*)'$/m.exec(script)?.[1] ?? '';
  const node = quoted.replaceAll(`'\\''`, "'");
  if (install.disk.stat(node)?.kind === 'file') return [ok('node', `Hooks run with ${node}.`)];
  const other = install.searchPath.find(
    (folder) => install.disk.stat(`${folder}/node`)?.kind === 'file',
  );
  return other === undefined
    ? [
        off(
          'node',
          `${node} is gone and no node is on PATH: no hook can run.`,
          `Install Node. ${again}`,
        ),
      ]
    : [note('node', `${node} is gone; hooks run with ${other}/node instead.`, again)];
}

function checkRuntime({ install, paths }: DoctorContext, script: string): Finding[] {
  const version = /^# Holdfast (\S+):/m.exec(script)?.[1] ?? 'unknown';
  const installed = install.disk
    .list(paths.runtimes)
    .filter((name) => install.disk.stat(`${paths.runtimes}/${name}/hook.cjs`)?.kind === 'file');
  if (installed.length === 0) {
    return [off('hook program', `There is none in ${paths.runtimes}: no hook can run.`, again)];
  }
  if (version !== install.version) {
    const message = `The launcher is of version ${version}, this program of ${install.version}.`;
    return [off('version', message, again)];
  }
  try {
    const here = install.hosts.filter(
      ({ bundle }) => bundle && install.disk.stat(`${paths.runtimes}/${version}/${bundle}`),
    );
    const served = install.disk.stat(install.paths.serverLauncher) !== undefined;
    const stale = staleRuntimeFiles(install, [
      ...here,
      ...(served ? [{ part: 'server' as const }] : []),
    ]);
    if (stale.length === 0) return [ok('version', `Launcher and hook program are ${version}.`)];
    const names = stale.map((file) => file.path).join(', ');
    return [off('version', `Not what this program installs: ${names}.`, again)];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [
      note('version', `${error.message} So the installed one cannot be compared.`, error.hint),
    ];
  }
}
