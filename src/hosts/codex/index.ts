import type { Capabilities, Host } from '../host.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { sampleSession } from './sample.ts';
import { projectSettings } from './settings.ts';
import { codexReader } from './transcript.ts';

/**
 * Seen on 0.171.0: text over 2,500 tokens is cut in its middle unless the handler lifts the limit, as ours do. Its
 * hooks cannot say a word to the summariser, and an answer that wants the person asked lets the call through.
 */
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
  tellsBatches: false,
  continuesTurn: true,
  readableRecord: true,
  summaryVisible: true,
  inProcess: false,
  tellsWindow: true,
  reattachesFiles: false,
  instructionFiles: ['AGENTS.md', 'AGENTS.override.md'],
};

export const codex: Host = {
  id: 'codex',
  title: 'Codex CLI',
  basis: 'live',
  capabilities,
  decode,
  encode,
  reader: codexReader,
  // The payload names the record of the very agent.
  recordPath: (transcriptPath) => transcriptPath,
  agentRecords,
  plansFolder: () => undefined,
  tellingBytes: ['"compacted"', 'thread_rolled_back'],
  sessionMarkers: ['CODEX_SESSION_ID', 'CODEX_THREAD_ID'],
  settings: projectSettings,
  sample: sampleSession,
};

/** An agent is a thread, whose record lies in the folder of the day; one of the next day is not found. */
function agentRecords(
  path: string,
  list: (folder: string) => string[],
  started: readonly string[],
): { agent: string; path: string }[] {
  if (started.length === 0) return [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const names = list(folder);
  return started.flatMap((agent) => {
    const name = names.find((one) => one.endsWith(`-${agent}.jsonl`));
    return name === undefined ? [] : [{ agent, path: `${folder}/${name}` }];
  });
}
