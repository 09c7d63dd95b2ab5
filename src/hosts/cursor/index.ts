import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { cursorReader } from './transcript.ts';

/**
 * By documents (2026-07) and by payloads that others recorded, not seen live. Only its announcement tells of a compaction,
 * and only tool results, denials and forced turns reach the model for sure; how long a text may be is written nowhere.
 */
const capabilities: Capabilities = {
  steerCharacters: 0,
  injectCharacters: 3_000,
  injectHeadCharacters: 1_900,
  denyCharacters: 3_000,
  tellsAtStart: [],
  tellsBeforeTool: false,
  escapesAngles: false,
  blocksTools: true,
  asksPerson: false,
  tellsBatches: false,
  continuesTurn: true,
  announcement: 'counts',
  readableRecord: true,
  hidesTold: true,
  untimedRecord: true,
  summaryVisible: false,
  inProcess: false,
  subagents: false,
  reattachesFiles: false,
  instructionFiles: ['AGENTS.md', '.cursorrules'],
};

export const cursor: Host = {
  id: 'cursor',
  title: 'Cursor',
  basis: 'documents',
  capabilities,
  decode,
  encode,
  reader: cursorReader,
  recordPath: (transcriptPath) => transcriptPath,
  plansFolder: () => undefined,
  tellingBytes: [],
  sessionMarkers: ['CURSOR_AGENT', 'CURSOR_PROJECT_DIR', 'CURSOR_TRANSCRIPT_PATH'],
  settings: projectSettings,
  sample: sampleSession,
};
