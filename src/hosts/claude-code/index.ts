import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { agentRecords, ownMemory, recordPath } from './record-path.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { claudeCodeReader } from './transcript.ts';

/** Measured on 2.1.332: text over 10,000 characters becomes a file path and a 2 KB head. */
const capabilities: Capabilities = {
  steerCharacters: 2_000,
  injectCharacters: 9_500,
  injectHeadCharacters: 1_900,
  denyCharacters: 9_500,
  tellsAtStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  tellsBeforeTool: true,
  escapesAngles: false,
  blocksTools: true,
  asksPerson: true,
  rewritesCalls: true,
  tellsFinished: false,
  skipsQuiet: true,
  tellsBatches: false,
  continuesTurn: true,
  readableRecord: true,
  summaryVisible: true,
  inProcess: false,
  statusLine: true,
  reattachesFiles: true,
  instructionFiles: ['CLAUDE.md', 'CLAUDE.local.md'],
};

/** Stands in a row right behind a prompt that took turns back (client 2.1.332). */
const nothingAbove = '"leafUuid":"00000000-0000-0000-0000-000000000000"';

export const claudeCode: Host = {
  id: 'claude-code',
  title: 'Claude Code',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: claudeCodeReader,
  recordPath,
  agentRecords,
  plansFolder(transcriptPath) {
    const at = transcriptPath?.lastIndexOf('/projects/') ?? -1;
    return at < 0 ? undefined : `${transcriptPath!.slice(0, at)}/plans`;
  },
  memoryFolder(transcriptPath) {
    const cut = transcriptPath?.lastIndexOf('/') ?? -1;
    return cut < 0 ? undefined : `${transcriptPath!.slice(0, cut)}/memory`;
  },
  ownMemory,
  tellingBytes: ['compact_boundary', 'ExitPlanMode', '"planContent"', nothingAbove],
  clearingBytes: ['microcompact_boundary'],
  sessionMarkers: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'],
  runBy: ['CURSOR_VERSION', 'COPILOT_CLI'],
  // `cli` is the screen; everything else (`sdk-cli` for print mode, `sdk-ts`, `sdk-py`, …) has no dialog.
  runsHeadless: ({ CLAUDE_CODE_ENTRYPOINT: entry }) => entry !== undefined && /^sdk-/.test(entry),
  settings: projectSettings,
  sample: sampleSession,
};
