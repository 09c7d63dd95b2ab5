import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { droidReader } from './transcript.ts';

/**
 * By documents and by the program (0.225.2), not seen live. An automatic compaction is told by no later event, but by a
 * row of the record; how long a text may be is written nowhere, and whether the record shows it neither.
 */
const capabilities: Capabilities = {
  steerCharacters: 0,
  injectCharacters: 3_000,
  injectHeadCharacters: 1_900,
  denyCharacters: 3_000,
  tellsAtStart: ['startup', 'resume', 'clear', 'compact'],
  tellsBeforeTool: false,
  escapesAngles: false,
  blocksTools: true,
  asksPerson: true,
  tellsBatches: false,
  continuesTurn: true,
  announcement: 'watch',
  readableRecord: true,
  hidesTold: true,
  summaryVisible: true,
  inProcess: false,
  reattachesFiles: false,
  instructionFiles: ['AGENTS.md'],
};

export const droid: Host = {
  id: 'droid',
  title: 'Factory droid',
  basis: 'documents',
  capabilities,
  decode,
  encode,
  reader: droidReader,
  recordPath: (transcriptPath) => transcriptPath,
  plansFolder: () => undefined,
  tellingBytes: ['compaction_state'],
  sessionMarkers: ['DROID_PROJECT_DIR', 'FACTORY_PROJECT_DIR'],
  settings: projectSettings,
  sample: sampleSession,
};
