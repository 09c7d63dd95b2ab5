import { type Found, findDaemon } from '../../app/daemon/find.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { unreachable, upData } from './daemon-start.ts';
import { ago } from './status.ts';

export async function daemonStatus(context: CliContext): Promise<Outcome> {
  const found = await findDaemon(daemonPorts(context.paths.home));
  if (found.how !== 'up') return notUp(found);
  const { record, hello } = found;
  const since = ago(context.install.clock.now().getTime() - Date.parse(hello.started));
  const lines = [
    `The daemon runs; it was started ${since === 'now' ? 'just now' : `${since} ago`}.`,
    `  address  http://127.0.0.1:${record.port}`,
    ...(record.socket === undefined ? [] : [`  socket   ${record.socket}`]),
    `  process  ${record.pid}`,
    `  version  ${hello.version}${hello.version === context.version ? '' : ` (this program: ${context.version})`}`,
  ];
  return { text: lines.join('\n'), verbatim: true, data: upData(found) };
}

function notUp(found: Exclude<Found, { how: 'up' }>): Outcome {
  if (found.how === 'silent' || found.how === 'foreign') throw unreachable(found);
  const why =
    found.how === 'gone' ? ` Process ${found.record.pid}, which was it, ended without a word.` : '';
  return {
    text: `The daemon is not running.${why}\nEverything works without it. Start it with: holdfast daemon start`,
    data: { running: false },
    failed: true,
  };
}
