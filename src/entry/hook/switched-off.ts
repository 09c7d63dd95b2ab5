import { projectSwitches } from '../../app/config/project-switches.ts';
import { switchNotice } from '../../app/config/switch-notice.ts';
import { projectRoot } from '../../app/task/project-root.ts';
import { commandHostById } from '../../hosts/command-hosts.ts';
import { files } from '../../platform/files.ts';
import { type Environment, homeFolder, stateFolder, statePaths } from '../../platform/paths.ts';
import { type ByteStream, readPayload } from './read-payload.ts';

/** The value of HOLDFAST_DISABLE by which the registered command says that HOLDFAST_HOME leads to where no Holdfast is. */
const lost = 'lost';

/**
 * The answer to a session's start, whose command sets HOLDFAST_SESSION_START so that it is heard, when everything is switched off: nothing where the person did that, and a word to the
 * person where the project did. Nothing is written and nothing else is done.
 */
export async function answerSwitchedOff(
  hostId: string,
  env: Environment,
  input: ByteStream,
): Promise<string> {
  const host = commandHostById(hostId);
  const payload = await readPayload(input);
  const decoded = payload && host?.decode(payload);
  if (host === undefined || decoded === undefined || !('event' in decoded)) return '';
  const { event } = decoded;
  if (event.type !== 'session.started' || event.source === 'compact') return '';
  const folder = env.CLAUDE_PROJECT_DIR || event.cwd;
  if (!folder) return '';
  const switches = projectSwitches(files, host.settings, folder);
  const project = projectRoot(files, folder, { home: homeFolder(env) }) ?? folder;
  const { trust } = statePaths(stateFolder(env));
  const notice = switchNotice(files, trust, project, switches) ?? lostNotice(env, switches.length);
  return notice === undefined ? '' : host.encode(event, [{ type: 'notify', text: notice }]).stdout;
}

function lostNotice(env: Environment, explained: number): string | undefined {
  if (env.HOLDFAST_DISABLE !== lost || explained > 0) return undefined;
  return 'Holdfast: HOLDFAST_HOME names a folder that holds no Holdfast, so nothing is kept of this session. Unset it, or run "holdfast init" with it.';
}
