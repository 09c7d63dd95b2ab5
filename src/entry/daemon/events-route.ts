import { isAbsolute, join, resolve } from 'node:path';
import { clock } from '../../platform/clock.ts';
import { files } from '../../platform/files.ts';
import { randomBytes } from '../../platform/random.ts';
import { EventStream, type LiveEvent } from './event-stream.ts';
import { journalSource, type Source, ticketSource, workerSource } from './live-sources.ts';
import { type Call, type Route, refusal } from './router.ts';

const everyMs = 300;
/** So long it is looked on after the last one went, so that who comes back has missed nothing. */
const lingerMs = 60_000;

/** Server-sent events of a state folder, looked for only while somebody listens, or did just now. */
export function eventsRoute(home: string): { route: Route; readers(): number; end(): void } {
  const stream = new EventStream(randomBytes(4));
  const over = new AbortController();
  const now = () => clock.now().toISOString();
  let sources = new Map<string, Source>();
  let timer: NodeJS.Timeout | undefined;
  let lastReader = 0;

  const look = (): void => {
    const at = now();
    for (const source of sources.values()) source((event) => stream.publish(event), at);
    if (stream.readers > 0) lastReader = Date.now();
    else if (Date.now() - lastReader > lingerMs) {
      clearInterval(timer);
      timer = undefined;
      sources = new Map();
    }
  };
  const begin = (project: string | undefined): void => {
    const add = (key: string, make: () => Source): void => {
      if (sources.has(key)) return;
      const source = make();
      source(() => {}, now());
      sources.set(key, source);
    };
    add('sessions', () => journalSource(join(home, 'sessions')));
    add('workers', () => workerSource(join(home, 'workers')));
    if (project !== undefined) add(project, () => ticketSource(project));
    lastReader = Date.now();
    timer ??= setInterval(look, everyMs);
  };

  const handle = (call: Call) => {
    const given = call.query.get('project') ?? undefined;
    if (given !== undefined && !(isAbsolute(given) && files.stat(given)?.kind === 'folder')) {
      const why = 'The parameter "project" names no folder by its absolute path.';
      return refusal(400, 'usage', why);
    }
    // As the paths of tickets begin, also where a slash stands at its end.
    const project = given === undefined ? undefined : resolve(given);
    const seen = call.headers['last-event-id'];
    begin(project);
    const wants = ({ kind, path }: LiveEvent): boolean =>
      kind !== 'ticket' || (project !== undefined && String(path).startsWith(`${project}/`));
    const gone = AbortSignal.any([call.gone(), over.signal]);
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      stream: stream.listen(typeof seen === 'string' ? seen : undefined, wants, gone, now),
    };
  };
  return {
    route: { method: 'GET', path: '/api/v1/events', opens: 'token', forPage: true, handle },
    readers: () => stream.readers,
    end() {
      clearInterval(timer);
      over.abort();
    },
  };
}
