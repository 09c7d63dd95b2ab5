import { Fault } from '../../core/errors.ts';
import { execCall } from '../../core/hook-settings/windows-command.ts';
import { type HostInstall, type Scope, scopes } from '../../core/install/host-install.ts';
import { offSwitches } from '../../core/install/project-settings.ts';
import { serverName } from '../../core/install/server-install.ts';
import { switchedOffBy } from '../config/switches-in-effect.ts';
import { isFileOf } from '../install/is-file.ts';
import { partsIn, serverForm } from '../install/parts.ts';
import { readExact } from '../install/text.ts';
import { fixOf } from './check-settings.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** Whether anything is switched off was judged before, by the settings that are stronger than this environment. */
const switchesOff = Object.fromEntries(offSwitches.map((name) => [name, '']));
const timeoutMs = 20_000;
const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'holdfast-doctor', version: '1' },
  },
};

/** Whether the MCP server that hosts are told of is there as init registers it, and answers a client. */
export async function checkServer(context: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const install of context.install.hosts) {
    for (const scope of scopes) findings.push(...entryOf(context, install, scope));
  }
  // Where everything is switched off it is silent, as it must be.
  const isOff = switchedOffBy(context.install) !== undefined;
  if (isOff || !findings.some(({ state }) => state === 'ok')) return findings;
  return [...findings, await answers(context)];
}

function entryOf(context: DoctorContext, install: HostInstall, scope: Scope): Finding[] {
  const { disk } = context.install;
  const check = `${install.host} MCP server (${scope})`;
  const exists = isFileOf(disk);
  const parts = partsIn(context.install, install, scope, exists);
  const part = parts.find((one) => one.part !== undefined);
  if (part?.server === undefined) return [];
  const file = part.settingsFile(scope, context.install.place, exists);
  try {
    const { text } = readExact(disk, file);
    const standing = part.server.standing(text, file);
    if (standing === undefined) return [];
    if (standing === 'other') {
      return [
        note(check, `${file} has a server named "${serverName}" that init did not put there.`),
      ];
    }
    if (part.server.register(text, file, serverForm(context.install, scope)).server === undefined) {
      return [ok(check, `Registered in ${file}.`)];
    }
    const fix = `${fixOf(context.install, { install, scope, file })}.`;
    return [off(check, `What ${file} has is not what init registers.`, fix)];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return part.part === 'server' ? [note(check, error.message, error.hint)] : [];
  }
}

/** Starts the server as a host does, and opens a connection. */
async function answers({ install, paths, run }: DoctorContext): Promise<Finding> {
  const check = 'MCP server';
  const again = 'Run "holdfast init" again.';
  const launcher = install.paths.serverLauncher;
  const program = install.windows ? `${launcher}.cmd` : launcher;
  if (install.disk.stat(program) === undefined) return off(check, `${program} is missing.`, again);
  const { command, args } = install.windows
    ? execCall([program, 'doctor'])
    : { command: program, args: ['doctor'] };
  const result = await run([command, ...args], {
    cwd: install.place.project,
    env: { ...install.place.env, ...switchesOff, HOLDFAST_HOME: paths.home },
    input: `${JSON.stringify(opening)}\n`,
    timeoutMs,
  });
  if (/"serverInfo":\{"name":"holdfast"/.test(result.stdout)) {
    return ok(check, `Started and answered in ${result.ms} ms.`);
  }
  const said = (result.stderr.trim() || result.stdout.trim()).split('\n')[0]?.slice(0, 120);
  return off(check, `It gives no answer${said ? `: ${said}` : ''}.`, again);
}
