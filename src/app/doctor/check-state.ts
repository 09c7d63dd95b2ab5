import { Fault } from '../../core/errors.ts';
import { userTime } from '../../core/time-text.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

const check = 'state folder';

/** Whether hooks can write down what they know, and nobody else can read it. */
export function checkState({ install, paths }: DoctorContext): Finding[] {
  const { disk } = install;
  const stat = disk.stat(paths.home);
  if (stat === undefined) {
    return [off(check, `${paths.home} does not exist.`, 'Run "holdfast init".')];
  }
  if (stat.kind !== 'folder') {
    return [
      off(check, `${paths.home} is not a folder.`, 'Move it away, then run "holdfast init".'),
    ];
  }
  const probe = `${paths.home}/.doctor`;
  try {
    disk.write(probe, '', 0o600);
    disk.remove(probe);
  } catch (error) {
    const why = error instanceof Fault ? error.message : `${paths.home} cannot be written.`;
    return [off(check, why, 'Make the folder yours and writable, and see that its disk has room.')];
  }
  const mode = disk.modeOf(paths.home) ?? 0;
  if (!install.windows && (mode & 0o077) !== 0) {
    return [off(check, `${paths.home} can be read by others.`, `Run: chmod 700 '${paths.home}'`)];
  }
  return [ok(check, `${paths.home} is writable, by you only.`)];
}

/** What the launcher wrote down when it could not start. */
export function checkNotes({ install, paths }: DoctorContext): Finding[] {
  return install.disk.list(paths.notes).map((name) => {
    const text = install.disk.readText(`${paths.notes}/${name}`)?.trim() ?? name;
    const fix = 'Run "holdfast init" to install the launcher again; that clears this note.';
    return off('launcher notes', `A hook could not start: ${text}.`, fix);
  });
}

interface FaultLine {
  time: string;
  host: string;
  event: string;
  message: string;
}

const shownFaults = 3;
const recentMs = 7 * 24 * 60 * 60 * 1000;

/** Failures that hooks wrote down; those of the last week are what is wrong now. */
export function checkFaults({ install, paths }: DoctorContext): Finding[] {
  const since = install.clock.now().getTime() - recentMs;
  const faults = readFaults(install.disk.readText(paths.faults) ?? '');
  const recent = faults.filter((fault) => !(Date.parse(fault.time) < since));
  const findings = recent
    .slice(-shownFaults)
    .map((fault) =>
      off(
        'hook failures',
        `${userTime(fault.time)} ${fault.host} ${fault.event}: ${fault.message}`,
        `${stepAfter(fault)} "holdfast doctor --clear" clears the recorded failures.`,
      ),
    );
  if (recent.length > shownFaults) {
    findings.push(note('hook failures', `${recent.length} in the last week; see ${paths.faults}.`));
  }
  return findings.length > 0 ? findings : [ok('hook failures', 'None in the last week.')];
}

/** What a user can do about a failure: the session went on without an answer to that one event. */
function stepAfter({ message }: FaultLine): string {
  return /^the (?:payload|event)\b/.test(message)
    ? 'The hook was started with something other than what the client sends. If no test of yours did that, update the client, or report this line.'
    : 'The session went on without Holdfast at that event. If the failure comes back, report this line.';
}

function readFaults(text: string): FaultLine[] {
  return text.split('\n').flatMap((line): FaultLine[] => {
    if (line === '') return [];
    try {
      const { time, host, event, message } = JSON.parse(line) as Record<string, unknown>;
      return [{ time: `${time}`, host: `${host}`, event: `${event}`, message: `${message}` }];
    } catch {
      return [];
    }
  });
}
