import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { partsOfRecord, recordPath } from './record-path.ts';
import { sampleSession } from './sample.ts';
import { openCodeReader } from './transcript-lines.ts';

/** Seen on 1.18.34: nothing that a plugin puts before the model is cut, and nobody can be asked from within a hook. */
const capabilities: Capabilities = {
  steerCharacters: 2_000,
  shapesSummary: true,
  replacesOrder: true,
  injectCharacters: 9_500,
  injectHeadCharacters: 1_900,
  denyCharacters: 9_500,
  tellsAtStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  tellsBeforeTool: true,
  escapesAngles: false,
  blocksTools: true,
  asksPerson: false,
  tellsBatches: true,
  continuesTurn: true,
  readableRecord: true,
  summaryVisible: true,
  inProcess: true,
  reattachesFiles: false,
  instructionFiles: ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md'],
};

export const openCode: Host = {
  id: 'opencode',
  title: 'opencode',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: openCodeReader,
  recordPath,
  inDatabase: partsOfRecord,
  plansFolder: () => undefined,
  tellingBytes: [],
  sessionMarkers: ['OPENCODE', 'OPENCODE_PID'],
  settings: { projectFiles: () => [], variables: () => ({}) },
  sample: sampleSession,
};
