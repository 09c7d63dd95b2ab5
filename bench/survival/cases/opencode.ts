import { readFileSync } from 'node:fs';
import { isRecord, record, text } from './rows.ts';
import type { BenchSession } from './session.ts';
import { homeOf } from './session.ts';

/** Reads an export of opencode; a message counts as a line. A compaction is an answer that is a summary. */
export function readOpencode(path: string, name: string): BenchSession {
  const whole = record(JSON.parse(readFileSync(path, 'utf8')));
  const info = record(whole.info);
  const messages = Array.isArray(whole.messages) ? whole.messages.filter(isRecord) : [];
  const session: BenchSession = {
    host: 'opencode',
    name,
    path,
    version: text(info.version),
    cwd: text(info.directory),
    home: homeOf(text(info.directory)),
    branches: [],
    lines: messages.map((message) => JSON.stringify(message)),
    times: [],
    events: [],
  };
  for (const [line, message] of messages.entries()) readMessage(session, message, line);
  return session;
}

function readMessage(session: BenchSession, message: Record<string, unknown>, line: number): void {
  const info = record(message.info);
  const parts = Array.isArray(message.parts) ? message.parts.filter(isRecord) : [];
  const said = parts
    .filter((part) => part.type === 'text' && part.synthetic !== true)
    .map((part) => text(part.text))
    .join('\n');
  if (info.role === 'assistant' && info.summary === true) {
    session.events.push({
      type: 'boundary',
      line,
      next: line + 1,
      trigger: 'unknown',
      summary: said,
    });
    return;
  }
  if (said.trim()) {
    session.events.push(
      info.role === 'user'
        ? { type: 'prompt', line, text: said }
        : { type: 'said', line, text: said },
    );
  }
  for (const part of parts) {
    if (part.type !== 'tool') continue;
    const state = record(part.state);
    const id = text(part.callID);
    session.events.push({
      type: 'call',
      line,
      id,
      tool: text(part.tool),
      input: record(state.input),
    });
    if (state.status === 'completed' || state.status === 'error') {
      const output = text(state.output) || text(state.error);
      const failed = state.status === 'error';
      session.events.push({ type: 'result', line, id, text: output, failed, data: state.metadata });
    }
  }
}
