import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { sessionRecord } from './record-path.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { copilotReader } from './transcript.ts';

/**
 * Seen on 1.0.102: a context over 10,240 characters is cut without a word. A compaction runs beside the turn, and only the
 * record tells when it is done; no event tells which agent a call belongs to.
 */
const capabilities: Capabilities = {
  steerCharacters: 0,
  injectCharacters: 9_500,
  injectHeadCharacters: 1_900,
  denyCharacters: 9_500,
  tellsAtStart: ['startup', 'resume'],
  tellsBeforeTool: false,
  escapesAngles: false,
  blocksTools: true,
  asksPerson: false,
  tellsBatches: false,
  continuesTurn: true,
  announcement: 'watch',
  compactsBesideTurn: true,
  recordLagMs: 1_300,
  readableRecord: true,
  summaryVisible: true,
  inProcess: false,
  subagents: false,
  reattachesFiles: false,
  instructionFiles: ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'copilot-instructions.md'],
};

export const copilot: Host = {
  id: 'copilot',
  title: 'Copilot CLI',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: copilotReader,
  recordPath: (transcriptPath) => transcriptPath,
  sessionRecord,
  plansFolder: () => undefined,
  tellingBytes: ['session.compaction_complete', 'exit_plan_mode', 'session.snapshot_rewind'],
  sessionMarkers: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
  settings: projectSettings,
  sample: sampleSession,
};
