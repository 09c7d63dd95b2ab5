import { join } from 'node:path';
import { handoffTemplate } from '../app/config/handoff-template.ts';
import { loadConfig } from '../app/config/load-config.ts';
import { projectSwitches } from '../app/config/project-switches.ts';
import { switchNotice } from '../app/config/switch-notice.ts';
import { untrustedNotice } from '../app/config/untrusted-notice.ts';
import type { HookDeps } from '../app/hook/context.ts';
import { readRecord } from '../app/read-record.ts';
import { type LaunchRecords, launchedRole } from '../app/role/launch.ts';
import { recordFullness } from '../app/sessions/context-size.ts';
import { projectRoot } from '../app/task/project-root.ts';
import { createTaskFinder } from '../app/task/task-finder.ts';
import type { HostEvent } from '../core/event.ts';
import { compilePatterns } from '../core/trust/compile-patterns.ts';
import type { Host } from '../hosts/host.ts';
import { openPassages } from '../journal/passages-file.ts';
import { openSessionStore } from '../journal/session-store.ts';
import { isNearByFile, toldFullness } from '../journal/status-line.ts';
import { clock } from '../platform/clock.ts';
import { files } from '../platform/files.ts';
import { git } from '../platform/git.ts';
import { gitTracks } from '../platform/git-tracks.ts';
import {
  type Environment,
  homeFolder,
  stateFolder,
  statePaths,
  userConfigFile,
  userHandoffFile,
} from '../platform/paths.ts';
import { recordFiles } from '../platform/record-file.ts';
import { firstText } from '../platform/small-files.ts';
import { stateStore } from '../platform/state-store.ts';
import { writeInProject } from '../platform/write-in-project.ts';
import { hookHandoffs } from './hook-handoffs.ts';
import { sessionMail } from './session-mail.ts';
import { stepMissing } from './step-missing.ts';
import { hookTickets } from './ticket-deps.ts';

import { trackerPost } from './tracker.ts';

/** Everything that the handling of one event is given, from this machine. */
export function composeHook(host: Host, event: HostEvent, env: Environment): HookDeps {
  const folder = stateFolder(env);
  const home = homeFolder(env);
  const project = projectRoot(files, event.cwd, { projectDir: env.CLAUDE_PROJECT_DIR, home });
  const { config, untrusted } = loadConfig(
    files,
    { userConfig: userConfigFile(env), project },
    statePaths(folder).trust,
  );
  const state = stateStore(folder);
  const { trust } = statePaths(folder);
  const handoff = () => handoffTemplate(files, { own: userHandoffFile(env), project, trust });
  const { patterns } = compilePatterns(config.redact);
  const signs = { worker: env.HOLDFAST_WORKER, ticket: env.HOLDFAST_TICKET };
  const session = `${host.id}/${event.sessionId}`;
  const store = openSessionStore({
    stateFolder: folder,
    host: host.id,
    sessionId: event.sessionId,
    now: () => clock.now(),
    redact: patterns,
  });
  return {
    host,
    files,
    git,
    clock,
    config,
    patterns,
    home,
    ...(signs.worker || host.runsHeadless?.(env) ? { headless: true } : {}),
    ...(env.HOLDFAST_NO_ANSWER ? { unheard: true } : {}),
    program: 'holdfast',
    ...(host.capabilities.statusLine
      ? {
          fullness: () => toldFullness(folder, event.sessionId),
          nearByFile: () => isNearByFile(folder, event.sessionId),
        }
      : {}),
    ...(host.capabilities.tellsWindow && event.type === 'prompt.submitted'
      ? { fullness: () => recordFullness(recordFiles, host, event, clock.now().getTime()) }
      : {}),
    ...(event.type === 'prompt.submitted' && event.fullness !== undefined
      ? { fullness: () => ({ percent: event.fullness!, atMs: clock.now().getTime() }) }
      : {}),
    handoffTemplate: () => handoff().text,
    untrustedNotice: () => {
      const told = [
        untrustedNotice({ files, state }, untrusted),
        untrustedNotice({ files, state }, handoff().untrusted),
        ledAwayNotice(host, env.CLAUDE_PROJECT_DIR || event.cwd, project, folder),
      ].filter((text) => text !== undefined);
      return told.length === 0 ? undefined : told.join('\n');
    },
    records: (path, reader, cursor, onItem) =>
      readRecord(recordFiles, path, reader, cursor, onItem),
    store,
    passages: () => openPassages(store.folder, patterns),
    tickets: () => hookTickets(folder),
    tracks: gitTracks,
    missingOf: (run, from) => stepMissing(from, event, folder, run),
    ...(config.precompactState === 'write' && project !== undefined
      ? { writeInProject: writeInProject.bind(undefined, project) }
      : {}),
    handoffs: () => hookHandoffs(folder),
    mail: sessionMail(folder, { host: host.id, session: event.sessionId }),
    ...(config.tracker === 'none' || project === undefined
      ? {}
      : { tracker: trackerPost(config, { stateFolder: folder, project, env, patterns }) }),
    ...(signs.worker || signs.ticket
      ? {
          launched: () =>
            launchedRole(signs, launchRecords(folder), files, { key: session, cwd: event.cwd }),
        }
      : {}),
    tasks: createTaskFinder(
      { files, clock, state },
      {
        project,
        cwd: event.cwd,
        home,
        taskFiles: config.taskFiles,
        ticketFolders: config.ticketFolders,
        readsState: config.precompactState !== 'off',
        plansFolder: host.plansFolder(event.transcriptPath),
        session,
        places: () => store.load().state.agents['']?.places ?? [],
        role: () => store.load().state.agents['']?.role,
        roleNames: config,
      },
    ),
  };
}

function launchRecords(folder: string): LaunchRecords {
  const place = (worker: string): string => `workers/${worker}`;
  return {
    read: (worker) => stateStore(folder).read(`${place(worker)}/launch.json`),
    claim: (worker, run, session) =>
      firstText(join(folder, place(worker), `session-${run}`), session),
  };
}

/** What a person is told where a project's settings say which state folder is used, and this is that folder. */
function ledAwayNotice(
  host: Host,
  start: string | undefined,
  project: string | undefined,
  folder: string,
): string | undefined {
  if (start === undefined || project === undefined) return undefined;
  const switches = projectSwitches(files, host.settings, start).filter(({ set }) =>
    set.some(([name, value]) => name === 'HOLDFAST_HOME' && value === folder),
  );
  return switchNotice(files, statePaths(folder).trust, project, switches);
}
