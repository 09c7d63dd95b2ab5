import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { geminiReader } from './transcript.ts';

/**
 * Seen on 0.61.0: the answer to a session's start would make a resumed session lose the prompt behind it; a compression
 * is told by no event, but by the record; angle brackets become entities.
 */
const capabilities: Capabilities = {
  steerCharacters: 0,
  injectCharacters: 9_500,
  injectHeadCharacters: 1_900,
  denyCharacters: 9_500,
  tellsAtStart: [],
  tellsBeforeTool: false,
  tellsBeforeModel: false,
  escapesAngles: true,
  blocksTools: true,
  // The fifth time the same call comes in a row the client takes it for a loop, and does not make it.
  deniedTurns: 1,
  asksPerson: false,
  tellsBatches: false,
  continuesTurn: true,
  readableRecord: true,
  summaryVisible: true,
  inProcess: false,
  subagents: false,
  reattachesFiles: false,
  instructionFiles: ['GEMINI.md'],
};

export const gemini: Host = {
  id: 'gemini',
  title: 'Gemini CLI',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: geminiReader,
  recordPath: (path, agentId) => (agentId === undefined ? path : undefined),
  plansFolder: () => undefined,
  tellingBytes: ['state_snapshot', 'exit_plan_mode', '$rewindTo'],
  sessionMarkers: ['GEMINI_SESSION_ID', 'GEMINI_CLI'],
  settings: projectSettings,
  sample: sampleSession,
};
