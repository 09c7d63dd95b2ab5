import type { HookDeps } from '../../app/hook/context.ts';
import { openCodeSince } from '../../hosts/opencode/follow.ts';
import { partsOfRecord } from '../../hosts/opencode/record-path.ts';
import { files } from '../../platform/files.ts';
import type { ClientMessage } from './client.ts';

/** What is known of one session at the moment of a hook. */
export interface SessionView {
  session: string;
  subagent: boolean;
  messages: readonly ClientMessage[];
  /** Texts that went into the client's requests and that its record does not hold. */
  besides: readonly string[];
}

/** Stands in for a record on disk: the messages that the client itself gave out. */
export function viewAsRecord(view: SessionView): Pick<HookDeps, 'files' | 'records'> {
  const isOurs = (path: string): boolean => partsOfRecord(path)?.session === view.session;
  const facts = view.subagent ? { subagent: true } : {};
  return {
    files: {
      ...files,
      stat: (path) =>
        isOurs(path) ? { kind: 'file', size: 0, modifiedMs: 0, inode: 0 } : files.stat(path),
      // No answer makes the caller look itself.
      mentions: (path, ...rest) => (isOurs(path) ? undefined : files.mentions(path, ...rest)),
    },
    records(path, _reader, cursor, onItem) {
      if (!isOurs(path)) return undefined;
      const unknown: Record<string, number> = {};
      let damaged = 0;
      const next = openCodeSince(
        view.messages,
        cursor,
        {
          item: onItem,
          unknown(kind) {
            unknown[kind] = (unknown[kind] ?? 0) + 1;
          },
          damaged() {
            damaged += 1;
          },
        },
        facts,
      );
      const at = { offset: Number(next.offset), line: view.messages.length };
      for (const text of view.besides) onItem({ type: 'injected-context', text, at });
      const { removed, ...place } = next;
      return { cursor: place, damaged, unknown, ...(removed === 1 ? { removed: true } : {}) };
    },
  };
}
