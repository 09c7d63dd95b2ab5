import { fixedHome } from '../../core/hook-settings/launcher-command.ts';
import type { Probe } from '../../core/install/host-install.ts';
import type { Registration } from '../install/registrations.ts';
import { type DoctorContext, type Finding, off, ok } from './finding.ts';
import type { ShellResult } from './shell.ts';

const timeoutMs = 20_000;

/**
 * Plays events to the registered commands, through the shell, as the host would: with a payload on standard
 * input and a session of their own, whose state is removed again. Proves that hooks fire and stay quiet.
 */
export async function checkFiring(
  context: DoctorContext,
  registration: Registration,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { project } = context.install.place;
  for (const probe of registration.install.probes(context.sessionId, project)) {
    for (const { event, command, transport, exec } of registration.entries) {
      if (event === probe.event && transport === undefined)
        findings.push(await play(context, registration, probe, exec ?? command));
    }
  }
  return findings;
}

async function play(
  context: DoctorContext,
  { install, scope }: Registration,
  probe: Probe,
  command: string | readonly string[],
): Promise<Finding> {
  const { place, disk } = context.install;
  const check = `${install.host} ${probe.event} (${scope})`;
  // A command that names its state folder writes there, whatever this one uses.
  const home = fixedHome(typeof command === 'string' ? command : '') ?? context.paths.home;
  const launcher = `${home}/bin/hook`;
  if (home !== context.paths.home && disk.stat(launcher) === undefined)
    return notHere(context, check, launcher);
  const sessions = `${home}/sessions`;
  const folder = `${sessions}/${install.host}/${context.sessionId}`;
  const faults = `${home}/faults.ndjson`;
  const faultsBefore = disk.readText(faults)?.length ?? 0;
  const player = typeof command === 'string' ? install.player?.(command) : undefined;
  const line = player === undefined ? command : modulePlayed(context.install.nodePath, player);
  const result = await context.run(line, {
    cwd: place.project,
    env: { ...place.env, ...probe.env },
    input: JSON.stringify(probe.payload),
    timeoutMs,
  });
  const entries = entryKinds(disk.readText(`${folder}/journal.ndjson`));
  disk.removeFolder(folder);
  disk.removeIfEmpty(`${sessions}/${install.host}`);
  disk.removeIfEmpty(sessions);
  disk.remove(`${home}/watch/${context.sessionId}`);
  disk.removeIfEmpty(`${home}/watch`);

  const odd = oddity(check, result, probe);
  if (odd) return odd;
  if (!probe.arrives) {
    return entries.length === 0
      ? ok(check, `Silent when nothing is pending, as expected (${result.ms} ms).`)
      : off(check, 'The hook ran although nothing is open.', 'Run "holdfast init" again.');
  }
  if (entries.length > 0) {
    const place = home === context.paths.home ? '' : ` in ${home}, which this command does not use`;
    return ok(check, `Fired and arrived (${entries.join(', ')})${place} in ${result.ms} ms.`);
  }
  const fault = disk.readText(faults)?.slice(faultsBefore).trim();
  return off(
    check,
    fault ? `Fired, but failed: ${fault}` : 'Fired, but nothing arrived in the journal.',
    'See the other lines here; if they are all fine, please report this.',
  );
}

/** A hook whose program does not exist, as where a container has the settings of the machine around it. */
function notHere({ install: { disk } }: DoctorContext, check: string, launcher: string): Finding {
  const message = `The hook starts ${launcher}, which does not exist here.`;
  const inside = ['/.dockerenv', '/run/.containerenv'].some(
    (file) => disk.stat(file) !== undefined,
  );
  if (!inside) return off(check, message, 'Run "holdfast init" again.');
  return off(
    check,
    `${message} This is a container, and these settings come from outside of it.`,
    'Give the container settings of its own and run "holdfast init" in it, or mount that folder at the same path.',
  );
}

/** The program and arguments that run a module by its text. */
function modulePlayed(nodePath: string, text: string): string[] {
  return [nodePath, '--no-warnings', '--input-type=module', '-e', text];
}

/** What is wrong with how the command ended or with what it printed. */
function oddity(check: string, result: ShellResult, probe: Probe): Finding | undefined {
  if (result.timedOut) {
    return off(check, `The hook was not done after ${timeoutMs / 1000} s.`, 'Please report this.');
  }
  if (result.code !== 0) {
    const said = firstLine(result.stderr) || firstLine(result.stdout);
    const message = `The hook ended with ${result.code ?? 'a signal'}${said ? `: ${said}` : ''}.`;
    return off(
      check,
      message,
      'Run "holdfast init" again; if that does not help, please report this.',
    );
  }
  const polluted = probe.arrives ? !isAnswer(result.stdout) : !isSilence(result.stdout);
  if (polluted || result.stderr !== '') {
    const said = firstLine(polluted ? result.stdout : result.stderr);
    return off(
      check,
      `Something else prints into the hook's answer, so the client may not understand it: ${said}`,
      'A shell profile (ENV, BASH_ENV) or a wrapper around sh or node prints text; make it silent where no terminal is.',
    );
  }
  return undefined;
}

/** Nothing, or an object with nothing in it, as some hosts want it. */
function isSilence(stdout: string): boolean {
  return stdout === '' || stdout.trim() === '{}';
}

/** Nothing, or one JSON object. */
function isAnswer(stdout: string): boolean {
  if (stdout.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

function entryKinds(journal: string | undefined): string[] {
  return (journal ?? '').split('\n').flatMap((line) => {
    const kind = /"kind":"([\w.]+)"/.exec(line)?.[1];
    return kind === undefined ? [] : [kind];
  });
}
