import { readFileSync } from 'node:fs';
import { humanText } from './human-text.ts';
import { blocks, isRecord, record, rowsOf, text, textOf } from './rows.ts';
import type { BenchEvent, BenchSession } from './session.ts';
import { homeOf } from './session.ts';

/** Reads a record of Claude Code in file order. Subagents' rows and what programs wrote in a person's place stay out. */
export function readClaudeCode(path: string, name: string): BenchSession {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const session: BenchSession = {
    host: 'claude-code',
    name,
    path,
    version: '',
    cwd: '',
    home: '/',
    branches: [],
    lines,
    times: [],
    events: [],
  };
  const reader: Reader = { session, seen: new Set(), waiting: [], queued: [] };
  lines.forEach((line, at) => {
    const rows = rowsOf(line);
    session.times[at] = timeOf(rows[0]);
    for (const row of rows) readRow(reader, row, at);
  });
  addQueued(reader);
  session.events.sort((one, other) => one.line - other.line);
  session.home = homeOf(session.cwd);
  return session;
}

interface Reader {
  session: BenchSession;
  /** Ids of calls and results that were read: some are written twice. */
  seen: Set<string>;
  /** Typed and not yet given to the agent, the oldest first. */
  waiting: { line: number; text: string }[];
  queued: { line: number; text: string }[];
}

function readRow(reader: Reader, row: Record<string, unknown>, line: number): void {
  if (row.isSidechain === true) return;
  const { session } = reader;
  if (text(row.cwd) && !session.cwd) session.cwd = text(row.cwd);
  if (text(row.version)) session.version = text(row.version);
  const branch = text(row.gitBranch);
  if (branch && branch !== session.branches.at(-1)?.branch) session.branches.push({ line, branch });
  if (row.type === 'assistant') readAssistant(reader, row, line);
  else if (row.type === 'user') readUser(reader, row, line);
  else if (row.subtype === 'compact_boundary') readBoundary(session, row, line);
  else if (row.type === 'file-history-snapshot') readTracked(session, row, line);
  else if (row.type === 'queue-operation') readQueue(reader, row, line);
  else if (row.type === 'attachment') readAttachment(session, row, line);
}

function readAssistant(reader: Reader, row: Record<string, unknown>, line: number): void {
  if (record(row.message).model === '<synthetic>') return;
  for (const block of blocks(record(row.message).content)) {
    if (block.type === 'text' && text(block.text).trim()) {
      reader.session.events.push({ type: 'said', line, text: text(block.text) });
    }
    const id = text(block.id);
    if (block.type !== 'tool_use' || reader.seen.has(`call ${id}`)) continue;
    reader.seen.add(`call ${id}`);
    const input = record(block.input);
    reader.session.events.push({ type: 'call', line, id, tool: text(block.name), input });
  }
}

function readUser(reader: Reader, row: Record<string, unknown>, line: number): void {
  const { session, seen } = reader;
  const { content } = record(row.message);
  if (row.isCompactSummary === true) {
    const boundary = session.events.findLast((event) => event.type === 'boundary');
    if (boundary && boundary.summary === undefined) {
      boundary.summary = typeof content === 'string' ? content : textOf(content);
      boundary.next = line + 1;
    }
    return;
  }
  for (const block of blocks(content)) {
    if (block.type !== 'tool_result') continue;
    const id = text(block.tool_use_id);
    if (seen.has(`result ${id}`)) continue;
    seen.add(`result ${id}`);
    session.events.push({
      type: 'result',
      line,
      id,
      text: typeof block.content === 'string' ? block.content : textOf(block.content),
      failed: block.is_error === true,
      data: row.toolUseResult,
    });
  }
  if (row.isMeta === true || row.isVisibleInTranscriptOnly === true) return;
  const said = humanText(textOf(content));
  if (said) session.events.push({ type: 'prompt', line, text: said });
}

function readBoundary(session: BenchSession, row: Record<string, unknown>, line: number): void {
  const { trigger } = record(row.compactMetadata);
  session.events.push({
    type: 'boundary',
    line,
    next: line + 1,
    trigger: trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown',
  });
}

function readTracked(session: BenchSession, row: Record<string, unknown>, line: number): void {
  const paths = Object.keys(record(record(row.snapshot).trackedFileBackups));
  if (paths.length > 0) session.events.push({ type: 'tracked', line, paths });
}

/**
 * Text that a person typed while the agent worked. `remove` and `dequeue` say that the agent got it; `popAll` that the person
 * took back what was still waiting.
 */
function readQueue(reader: Reader, row: Record<string, unknown>, line: number): void {
  if (row.operation === 'enqueue' && typeof row.content === 'string') {
    reader.waiting.push({ line, text: humanText(row.content) });
  } else if (row.operation === 'popAll') {
    reader.waiting = [];
  } else {
    reader.queued.push(...reader.waiting.splice(0, 1));
  }
}

function readAttachment(session: BenchSession, row: Record<string, unknown>, line: number): void {
  const attachment = record(row.attachment);
  if (attachment.type !== 'queued_command' || attachment.commandMode !== 'prompt') return;
  const { prompt } = attachment;
  const said = humanText(typeof prompt === 'string' ? prompt : textOf(prompt));
  if (said) session.events.push({ type: 'prompt', line, text: said });
}

/** Queued text becomes a prompt of its own only where no row of the conversation holds it. */
function addQueued(reader: Reader): void {
  const { events } = reader.session;
  const known = new Set(events.flatMap((event) => (event.type === 'prompt' ? [event.text] : [])));
  for (const { line, text: said } of [...reader.queued, ...reader.waiting]) {
    if (said === '' || known.has(said)) continue;
    known.add(said);
    const prompt: BenchEvent = { type: 'prompt', line, text: said };
    events.push(prompt);
  }
}

function timeOf(row: Record<string, unknown> | undefined): number | undefined {
  const time = row && isRecord(row) ? Date.parse(text(row.timestamp)) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
