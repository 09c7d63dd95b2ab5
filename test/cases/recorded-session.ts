import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';

/** A project, a home and a state folder of a test's own, and the client's record of one session, to which the test appends rows. */
export class RecordedSession {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly state: string;
  session = '11111111-2222-4333-8444-555555555555';
  /** Where the client keeps the session's record. */
  recordFolder: string;
  private rows = 0;

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-case-')));
    this.project = join(this.root, 'proj');
    this.home = join(this.root, 'home');
    this.state = join(this.root, 'state');
    mkdirSync(join(this.project, '.git'), { recursive: true });
    mkdirSync(this.home, { recursive: true });
    this.recordFolder = join(this.home, '.claude', 'projects', 'proj');
  }

  remove(): void {
    removeFolder(this.root);
  }

  get transcript(): string {
    return join(this.recordFolder, `${this.session}.jsonl`);
  }

  write(path: string, text: string): string {
    const full = join(this.project, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  /** Appends a row to the session's record, or to that of a subagent. */
  row(value: Record<string, unknown>, agent?: string): void {
    const path = agent ? this.subagentRecord(agent) : this.transcript;
    mkdirSync(dirname(path), { recursive: true });
    this.rows += 1;
    const time = new Date().toISOString();
    const base = {
      uuid: `row-${this.rows}`,
      timestamp: time,
      sessionId: this.session,
      cwd: this.project,
      isSidechain: agent !== undefined,
      ...(agent ? { agentId: agent } : {}),
    };
    appendFileSync(path, `${JSON.stringify({ ...base, ...value })}\n`);
  }

  subagentRecord(agent: string): string {
    return join(dirname(this.transcript), this.session, 'subagents', `agent-${agent}.jsonl`);
  }

  userRow(text: string, agent?: string): void {
    this.row({ type: 'user', message: { role: 'user', content: text } }, agent);
  }

  answerRow(text: string, agent?: string): void {
    const message = {
      id: `msg-${this.rows}`,
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
    };
    this.row({ type: 'assistant', message }, agent);
  }

  /** A call and, where a result is given, its result. */
  callRows(
    id: string,
    name: string,
    input: unknown,
    result?: { text: string; failed?: boolean; structured?: unknown },
    agent?: string,
  ): void {
    const call = { type: 'tool_use', id, name, input };
    this.row(
      {
        type: 'assistant',
        message: {
          id: `msg-${this.rows}`,
          role: 'assistant',
          content: [call],
          stop_reason: 'tool_use',
        },
      },
      agent,
    );
    if (result !== undefined) this.resultRow(id, result, agent);
  }

  /** The result of a call whose row stands there. */
  resultRow(
    id: string,
    result: { text: string; failed?: boolean; structured?: unknown },
    agent?: string,
  ): void {
    const content = [
      {
        type: 'tool_result',
        tool_use_id: id,
        content: result.text,
        ...(result.failed ? { is_error: true } : {}),
      },
    ];
    this.row(
      {
        type: 'user',
        message: { role: 'user', content },
        ...(result.structured ? { toolUseResult: result.structured } : {}),
      },
      agent,
    );
  }

  boundaryRows(uuid: string, summary = 'The work went on.', agent?: string): void {
    this.row(
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid,
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 160_000 },
      },
      agent,
    );
    this.row(
      {
        type: 'user',
        isCompactSummary: true,
        isVisibleInTranscriptOnly: true,
        message: { role: 'user', content: `This session is being continued.\n${summary}` },
      },
      agent,
    );
  }

  /** The row by which the client records what a hook put before the model. */
  injectedRow(text: string, event = 'SessionStart', agent?: string): void {
    this.row(
      {
        type: 'attachment',
        attachment: {
          type: 'hook_additional_context',
          content: [text],
          hookName: event,
          hookEvent: event,
        },
      },
      agent,
    );
  }

  /** Writes every row of the record once more, as a second compaction in one process does. */
  repeatRows(): void {
    const rows = readFileSync(this.transcript, 'utf8');
    appendFileSync(this.transcript, rows);
  }
}
