import { loadConfig } from '../app/config/load-config.ts';
import { untrustedNotice } from '../app/config/untrusted-notice.ts';
import type { HookDeps } from '../app/hook/context.ts';
import { readRecord } from '../app/read-record.ts';
import { projectRoot } from '../app/task/project-root.ts';
import { createTaskFinder } from '../app/task/task-finder.ts';
import type { HostEvent } from '../core/event.ts';
import { compilePatterns } from '../core/trust/compile-patterns.ts';
import type { Host } from '../hosts/host.ts';
import { openSessionStore } from '../journal/session-store.ts';
import { clock } from '../platform/clock.ts';
import { files } from '../platform/files.ts';
import { git } from '../platform/git.ts';
import {
  type Environment,
  homeFolder,
  stateFolder,
  statePaths,
  userConfigFile,
} from '../platform/paths.ts';
import { recordFiles } from '../platform/record-file.ts';
import { stateStore } from '../platform/state-store.ts';

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
  const { patterns } = compilePatterns(config.redact);
  return {
    host,
    files,
    git,
    clock,
    config,
    patterns,
    home,
    program: 'holdfast',
    untrustedNotice: () => untrustedNotice({ files, state }, untrusted),
    records: (path, reader, cursor, onItem) =>
      readRecord(recordFiles, path, reader, cursor, onItem),
    store: openSessionStore({
      stateFolder: folder,
      host: host.id,
      sessionId: event.sessionId,
      now: () => clock.now(),
      redact: patterns,
    }),
    tasks: createTaskFinder(
      { files, clock, state },
      {
        project,
        cwd: event.cwd,
        home,
        taskFiles: config.taskFiles,
        plansFolder: host.plansFolder(event.transcriptPath),
        session: `${host.id}/${event.sessionId}`,
      },
    ),
  };
}
