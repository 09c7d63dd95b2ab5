import type { Host } from '../../hosts/host.ts';
import type { RecordFiles } from '../read-record.ts';

/** Bytes at the end of a record in which the last report of the context's size is looked for. */
const tailBytes = 256 * 1024;

/** The size of a session's context as its host last told, in tokens; undefined when the record's end does not tell. */
export function contextSize(records: RecordFiles, host: Host, path: string): number | undefined {
  const file = records.open(path);
  if (file === undefined) return undefined;
  let tokens: number | undefined;
  try {
    const from = Math.max(0, file.size - tailBytes);
    const reader = host.reader();
    let first = from > 0;
    file.lines(from, (bytes, offset) => {
      const cut = first;
      first = false;
      if (cut) return;
      reader.line(
        bytes,
        { offset, line: 0 },
        {
          item(item) {
            if (item.type === 'usage') tokens = item.contextTokens;
            if (item.type === 'boundary') tokens = item.tokensAfter;
          },
          unknown() {},
          damaged() {},
        },
      );
    });
  } finally {
    file.close();
  }
  return tokens;
}
