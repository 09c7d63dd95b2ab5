import type { ReaderOptions, RecordReader } from '../host.ts';
import { openCodeItems } from './transcript.ts';
import { messageOf } from './transcript-messages.ts';

/** Reads a session of which each message, `{info, parts}`, is one line of JSON, as the plugin is given them. */
export function openCodeReader(options: ReaderOptions = {}): RecordReader {
  const messages: unknown[] = [];
  return {
    line(bytes, at, sink) {
      try {
        const value: unknown = JSON.parse(bytes.toString('utf8'));
        if (messageOf(value) === undefined) sink.unknown('no message');
        else messages.push(value);
      } catch {
        sink.damaged(at);
      }
    },
    end(sink) {
      openCodeItems(messages, sink, options.subagent === true ? { subagent: true } : {});
    },
  };
}
