import { claudeCodeRecords } from './claude-code/records.ts';
import { codexRecords } from './codex/records.ts';
import { copilotRecords } from './copilot/records.ts';
import { cursorRecords } from './cursor/records.ts';
import { droidRecords } from './droid/records.ts';
import { geminiRecords } from './gemini/records.ts';
import { openCodeDatabase, openCodeExports, openCodeFiles } from './opencode/records.ts';
import { piRecords } from './pi/records.ts';
import { qwenRecords } from './qwen/records.ts';
import type { RecordStore } from './record-store.ts';

/** Every store of conversations that can be read, in the order in which a file is offered to them. */
export const recordStores: readonly RecordStore[] = [
  claudeCodeRecords,
  codexRecords,
  qwenRecords,
  geminiRecords,
  copilotRecords,
  piRecords,
  cursorRecords,
  droidRecords,
  openCodeDatabase,
  openCodeExports,
  openCodeFiles,
];

/** The stores of one host; empty for a host that is not known. */
export function storesOf(host: string): RecordStore[] {
  return recordStores.filter((store) => store.host === host);
}
