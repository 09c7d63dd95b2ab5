import { readFileSync } from 'node:fs';
import { blocks, record, rowsOf, text, textOf } from './rows.ts';
import type { BenchSession } from './session.ts';
import { homeOf } from './session.ts';

/** Reads a session file of pi in file order; a compaction row tells the summary. */
export function readPi(path: string, name: string): BenchSession {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const session: BenchSession = {
    host: 'pi',
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
  lines.forEach((line, at) => {
    for (const row of rowsOf(line)) {
      const time = Date.parse(text(row.timestamp));
      if (!Number.isNaN(time)) session.times[at] = time;
      readRow(session, row, at);
    }
  });
  session.home = homeOf(session.cwd);
  return session;
}

function readRow(session: BenchSession, row: Record<string, unknown>, line: number): void {
  if (row.type === 'session') {
    session.cwd = text(row.cwd);
    session.version = `record v${typeof row.version === 'number' ? row.version : 1}`;
  } else if (row.type === 'compaction') {
    session.events.push({
      type: 'boundary',
      line,
      next: line + 1,
      trigger: 'unknown',
      summary: text(row.summary),
    });
  } else if (row.type === 'message') {
    readMessage(session, record(row.message), line);
  }
}

function readMessage(session: BenchSession, message: Record<string, unknown>, line: number): void {
  const { events } = session;
  if (message.role === 'user') {
    const said = textOf(message.content).trim();
    if (said) events.push({ type: 'prompt', line, text: said });
  } else if (message.role === 'toolResult') {
    events.push({
      type: 'result',
      line,
      id: text(message.toolCallId),
      text: textOf(message.content),
      failed: message.isError === true,
    });
  } else if (message.role === 'assistant') {
    for (const block of blocks(message.content)) {
      if (block.type === 'text' && text(block.text).trim()) {
        events.push({ type: 'said', line, text: text(block.text) });
      }
      if (block.type !== 'toolCall') continue;
      const input = record(block.arguments);
      events.push({ type: 'call', line, id: text(block.id), tool: text(block.name), input });
    }
  }
}
