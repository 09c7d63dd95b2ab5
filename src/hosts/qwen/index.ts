import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { agentRecords, recordPath } from './record-path.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { qwenReader } from './transcript.ts';

/**
 * Seen on 0.24.4: the answer to a session's start behind a compaction is not waited for, goes into the system prompt
 * and into no record; a text beside a call that is let run is dropped; angle brackets become entities.
 */
const capabilities: Capabilities = {
  steerCharacters: 2_000,
  injectCharacters: 9_500,
  injectHeadCharacters: 1_900,
  denyCharacters: 9_500,
  tellsAtStart: ['startup', 'clear'],
  tellsBeforeTool: false,
  escapesAngles: true,
  blocksTools: true,
  // Without a screen the client ends a run at the fifth call of the same kind in a row.
  deniedTurns: 2,
  asksPerson: false,
  skipsQuiet: true,
  tellsBatches: false,
  continuesTurn: true,
  readableRecord: true,
  summaryVisible: true,
  inProcess: false,
  reattachesFiles: true,
  instructionFiles: ['QWEN.md', 'AGENTS.md'],
};

export const qwen: Host = {
  id: 'qwen',
  title: 'Qwen Code',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: qwenReader,
  recordPath,
  agentRecords,
  plansFolder: () => undefined,
  tellingBytes: ['chat_compression', 'exit_plan_mode', '"rewind"'],
  sessionMarkers: ['QWEN_CODE', 'QWEN_CODE_SESSION_ID'],
  settings: projectSettings,
  sample: sampleSession,
};
