import { isAbsolute, join, resolve } from 'node:path';
import { clock } from '../../platform/clock.ts';
import { files } from '../../platform/files.ts';
import { FolderWatches } from '../../platform/folder-watches.ts';
import { randomBytes } from '../../platform/random.ts';
import { EventStream, type LiveEvent } from './event-stream.ts';
import {
  journalSource,
  type LiveTranscript,
  type Looking,
  type Source,
  ticketSource,
  transcriptSource,
  workerSource,
} from './live-sources.ts';
import { type Call, type Route, refusal } from './router.ts';

/** So often everything is looked at where the system tells of no changes, and where it does. */
const everyMs = 300;
const besideMs = 2_000;
/** Changes that come together are looked at together. */
const togetherMs = 10;
/** A change that is older than this and was not told of shows a disk that tells of none. */
const untoldMs = 500;
/** So long it is looked on after the last one went, so that who comes back has missed nothing. */
const lingerMs = 60_000;
const mostFolders = 512;
/** Sessions whose hooks told something while nobody asked; those that were left out are found by a look at all. */
const mostHeard = 1_000;

/** What the page's requests share with the events. */
export interface LiveTranscripts {
  /** Tells of these from now on. */
  watch(transcripts: readonly LiveTranscript[]): void;
  /** Those that changed since this was called last, and the sessions whose hooks told something. */
  changed(): { paths: string[]; hooked: { host: string; id: string }[] };
}

/** Server-sent events of a state folder, looked for only while somebody listens, or did just now. */
export function eventsRoute(home: string): {
  route: Route;
  transcripts: LiveTranscripts;
  readers(): number;
  end(): void;
} {
  const stream = new EventStream(randomBytes(4));
  const over = new AbortController();
  const now = () => clock.now().toISOString();
  const transcripts = transcriptSource();
  const heard = new Map<string, { host: string; id: string }>();
  const noticed = new Set<string>();
  const toldOf = new Set<string>();
  const watches = new FolderWatches((folder, name) => {
    transcripts.notice(folder, name);
    noticed.add(folder);
    toldOf.add(folder);
    soon ??= setTimeout(lookAtNoticed, togetherMs);
  }, mostFolders);
  let soon: NodeJS.Timeout | undefined;
  let sources = new Map<string, Source>();
  let timer: NodeJS.Timeout | undefined;
  let isSilent = false;
  let lastReader = 0;

  const lookWith = (source: Source, tell: Looking['tell'], folder?: string): void =>
    source({
      tell,
      now: now(),
      folder,
      changing(changed, modifiedMs) {
        const isUntold = watches.has(changed) && !toldOf.has(changed);
        if (folder === undefined && isUntold && modifiedMs < Date.now() - untoldMs) isSilent = true;
        watches.keep(changed);
      },
    });
  const publish: Looking['tell'] = (event) => {
    const { kind, host, session: id, entry } = event;
    if (kind === 'session' && entry !== 'transcript' && heard.size < mostHeard)
      heard.set(`${host}/${id}`, { host: String(host), id: String(id) });
    stream.publish(event);
  };
  const lookAtNoticed = (): void => {
    soon = undefined;
    const folders = [...noticed];
    noticed.clear();
    for (const folder of folders) {
      for (const source of sources.values()) lookWith(source, publish, folder);
    }
  };
  const look = (): void => {
    for (const source of sources.values()) lookWith(source, publish);
    toldOf.clear();
    if (stream.readers > 0) lastReader = Date.now();
    if (Date.now() - lastReader <= lingerMs) lookLater();
    else {
      timer = undefined;
      isSilent = false;
      sources = new Map();
      watches.end();
    }
  };
  const lookLater = (): void => {
    timer = setTimeout(look, isSilent || watches.size === 0 ? everyMs : besideMs);
  };
  const begin = (project: string | undefined): void => {
    const add = (key: string, make: () => Source): void => {
      if (sources.has(key)) return;
      const source = make();
      lookWith(source, () => {});
      sources.set(key, source);
    };
    add('sessions', () => journalSource(join(home, 'sessions')));
    add('workers', () => workerSource(join(home, 'workers')));
    add('transcripts', () => transcripts.source);
    if (project !== undefined) add(project, () => ticketSource(project));
    lastReader = Date.now();
    if (timer === undefined) lookLater();
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
    transcripts: {
      watch(named) {
        transcripts.watch(named);
        // A look that tells nothing: it begins to watch their folders.
        if (sources.size > 0) lookWith(transcripts.source, publish);
      },
      changed() {
        const hooked = [...heard.values()];
        heard.clear();
        return { paths: transcripts.changed(), hooked };
      },
    },
    readers: () => stream.readers,
    end() {
      clearTimeout(timer);
      clearTimeout(soon);
      watches.end();
      over.abort();
    },
  };
}
