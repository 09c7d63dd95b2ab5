import type { StoredCursor } from '../../core/recovery/entry.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import { newRecordView, viewAnew, viewItem } from '../../core/recovery/record-view.ts';
import { findRecord } from '../find-record.ts';
import type { HookContext } from './context.ts';

/** What the record shows since a position; nothing is kept. Without a position: nothing is looked at. */
export function lookSince(context: HookContext, cursor: StoredCursor | undefined): RecordView {
  const path = findRecord(context.files, context.host, context.event);
  if (path === undefined || cursor === undefined) return newRecordView();
  let view = newRecordView();
  const read = () => {
    const reader = context.host.reader({ subagent: context.event.agentId !== undefined });
    return context.records(path, reader, cursor, (item) => viewItem(view, item));
  };
  read();
  // Of turns that were taken back nothing was told and nothing answered. Once more is enough: the rest comes later.
  const anew = viewAnew(view);
  if (anew !== undefined) {
    view = anew;
    read();
  }
  return view;
}
