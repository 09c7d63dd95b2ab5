import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { ReaderOptions, RecordSink } from '../host.ts';
import type { NearbyFiles } from '../record-store.ts';
import { openCodeItems } from './transcript.ts';
import type { SessionFacts } from './transcript-state.ts';

/**
 * Tells the items of a session that is kept in small files, given the path and the text of the session's own:
 * `storage/session/<project>/<session>.json`, with `storage/message/<session>/` and `storage/part/<message>/`; in the
 * oldest versions `storage/session/info/<session>.json`, with both other folders below `storage/session/`.
 */
export function openCodeTree(
  path: string,
  text: string,
  files: NearbyFiles,
  sink: RecordSink,
  { keep }: ReaderOptions = {},
): void {
  const info = parse(text);
  const session = textOf(info?.id);
  const parts = path.split(/[\\/]/);
  const oldest = parts.at(-2) === 'info';
  const root = parts.slice(0, oldest ? -2 : -3).join('/');
  if (info === undefined || session === undefined) {
    sink.damaged({ offset: 0, line: 1 });
    return;
  }
  const facts: SessionFacts = { keep };
  if (textOf(info.parentID) !== undefined) facts.subagent = true;
  const version = textOf(info.version);
  if (version !== undefined) facts.hostVersion = version;
  const read = (folder: string): Fields[] => rowsIn(folder, files, sink);
  const messages = read(`${root}/message/${session}`).map((message) => {
    const id = textOf(message.id) ?? '';
    const folder = oldest ? `${root}/part/${session}/${id}` : `${root}/part/${id}`;
    if (typeof message.summary === 'object') delete message.summary;
    return { info: message, parts: id === '' ? [] : read(folder) };
  });
  messages.sort((a, b) => created(a.info) - created(b.info));
  openCodeItems(messages, sink, facts);
}

function created(info: Fields): number {
  return Number(fieldsOf(info.time).created ?? 0) || 0;
}

/** The objects of a folder in the order of their names, which are ids that grow with time. */
function rowsIn(folder: string, files: NearbyFiles, sink: RecordSink): Fields[] {
  return files
    .list(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const row = parse(files.readText(`${folder}/${name}`) ?? '');
      if (row === undefined) sink.damaged({ offset: 0, line: 1 });
      return row === undefined ? [] : [row];
    });
}

function parse(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
