import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { sampleSession } from './sample.ts';
import { piReader } from './transcript.ts';

/** Seen on 1.6.0: nothing that an extension puts before the model is cut. */
const capabilities: Capabilities = {
  steerCharacters: 0,
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
  subagents: false,
  reattachesFiles: false,
  instructionFiles: ['AGENTS.md', 'CLAUDE.md'],
};

export const pi: Host = {
  id: 'pi',
  title: 'pi',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: piReader,
  /** This client has no subagents of its own: a session has one record. */
  recordPath: (path, agentId) => (agentId === undefined ? path : undefined),
  plansFolder: () => undefined,
  tellingBytes: ['"type":"compaction"', '"type":"branch_summary"'],
  sessionMarkers: ['PI_CODING_AGENT', 'PI_SESSION_ID'],
  settings: { projectFiles: () => [], variables: () => ({}) },
  sample: sampleSession,
};
