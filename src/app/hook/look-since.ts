import type { StoredCursor } from '../../core/recovery/entry.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import { newRecordView, viewItem } from '../../core/recovery/record-view.ts';
import { findRecord } from '../find-record.ts';
import type { HookContext } from './context.ts';

/** What the record shows since a position; nothing is kept. Without a position: nothing is looked at. */
export function lookSince(context: HookContext, cursor: StoredCursor | undefined): RecordView {
  const view = newRecordView();
  const path = findRecord(context.files, context.host, context.event);
  if (path === undefined || cursor === undefined) return view;
  const reader = context.host.reader({ subagent: context.event.agentId !== undefined });
  context.records(path, reader, cursor, (item) => viewItem(view, item));
  return view;
}
