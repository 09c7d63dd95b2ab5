import { sessionsOnDisk } from '../../app/care/sessions.ts';
import { loadConfig } from '../../app/config/load-config.ts';
import { findDaemon } from '../../app/daemon/find.ts';
import { clearFaults, examine } from '../../app/doctor/doctor.ts';
import type { DoctorContext, Finding } from '../../app/doctor/finding.ts';
import { withClientVersions } from '../../app/install/client-version.ts';
import { ofProject } from '../../app/records/of-project.ts';
import { sessionHeard } from '../../app/sessions/heard.ts';
import { unheardSessions } from '../../app/sessions/unheard.ts';
import type { Heard } from '../../core/recovery/missed.ts';
import { storesOf } from '../../hosts/record-registry.ts';
import { hostById } from '../../hosts/registry.ts';
import { folderName } from '../../journal/session-folder.ts';
import { randomName } from '../../platform/pass-through.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { runShell } from '../../platform/run-shell.ts';
import { missingSearchLibrary } from '../../platform/search-library.ts';
import { rootsFor } from './audit-wish.ts';
import { counted } from './care.ts';
import { paint } from './colour.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { readingOfSession, sessionIndex } from './sessions.ts';
import { testedRanges } from './tested-ranges.ts';

interface DoctorOptions {
  clear?: boolean;
}

export const addDoctor: AddCommand = (program, bind) => {
  const command = program
    .command('doctor')
    .description('Check that the hooks fire; report problems and fixes')
    .option('--clear', 'clear the recorded failures first')
    .option('--json', 'print the result as JSON');
  bind<DoctorOptions>(command, doctor);
};

async function doctor(context: CliContext, options: DoctorOptions): Promise<Outcome> {
  const { paths, userConfig } = context;
  const install = await withClientVersions(context.install);
  const { config } = loadConfig(
    install.disk,
    { userConfig, project: context.project },
    paths.trust,
  );
  const doctorContext: DoctorContext = {
    install,
    paths,
    userConfig,
    platform: process.platform,
    config,
    run: runShell,
    tested: testedRanges,
    search: missingSearchLibrary(),
    async daemonUrl() {
      const found = await findDaemon(daemonPorts(paths.home));
      return found.how === 'up' ? `http://127.0.0.1:${found.record.port}` : undefined;
    },
    heard: ({ host, name }) => heardOfSession(context, host, name),
    unheard: (wish) => unheardOf(context, wish),
    sessionId: `holdfast-doctor-${randomName()}`,
  };
  if (options.clear) clearFaults(doctorContext);
  context.sweep();
  const findings = await examine(doctorContext);
  const wrong = findings.filter((finding) => finding.state === 'off').length;
  const end = wrong === 0 ? 'All is well.' : `${counted(wrong, 'problem')}.`;
  return {
    text: [...findings.flatMap((finding) => lines(finding, context.colour)), '', end].join('\n'),
    data: { ok: wrong === 0, findings },
    failed: wrong > 0,
  };
}

/** A session whose record cannot be read, or whose host this version does not know, tells nothing. */
function heardOfSession(context: CliContext, host: string, name: string): Heard | undefined {
  const session = sessionIndex(context)
    .list()
    .find((one) => one.host === host && one.id === name);
  if (session === undefined || hostById(host) === undefined) return undefined;
  const { deps, event, gone } = readingOfSession(context, session);
  return gone === undefined ? sessionHeard(deps, event) : undefined;
}

/** Sessions that the client's own transcripts show and that have no state here. */
function unheardOf(
  context: CliContext,
  { host, sinceMs, anywhere }: Parameters<DoctorContext['unheard']>[0],
): ReturnType<DoctorContext['unheard']> {
  const { env, home, project, install, paths } = context;
  const known = new Set(
    sessionsOnDisk(install.disk, paths.sessions)
      .filter((session) => session.host === host)
      .map(({ name }) => name),
  );
  const roots = rootsFor([], storesOf(host), context.cwd, {
    env,
    home,
    platform: process.platform,
  });
  return unheardSessions(recordDisk, {
    roots,
    sinceMs,
    leavesOut: (ref) =>
      known.has(folderName(ref.session)) || !(anywhere || ofProject([project], ref)),
  });
}

const marks = { ok: ['ok  ', 'green'], note: ['note', 'yellow'], off: ['OFF ', 'red'] } as const;

function lines({ check, state, message, fix }: Finding, colour: boolean): string[] {
  const [word, hue] = marks[state];
  const first = `${paint(hue, word, colour)}  ${check}: ${message}`;
  return fix === undefined ? [first] : [first, `      ${fix}`];
}
