import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { writeSetTask } from '../../src/app/task/store.ts';
import type { JournalEntry } from '../../src/core/recovery/entry.ts';
import { runHook } from '../../src/entry/hook/run-hook.ts';
import { stateStore } from '../../src/platform/state-store.ts';

export type Payload = Record<string, unknown>;

/** What a hook answered, as the client reads it. */
export interface Answer {
  raw: string;
  json?: { systemMessage?: string; hookSpecificOutput?: Record<string, string> };
  /** Text that reaches the model. */
  context: string;
  /** The reason of a denial; empty when the call passes. */
  denied: string;
}

/**
 * One session of the client as its hooks see it: a project, a record that the test appends rows to, a state
 * folder of its own. `send` runs the hook's own entry with a payload on its input.
 */
export class Rig {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly state: string;
  session = '11111111-2222-4333-8444-555555555555';
  private rows = 0;

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-case-')));
    this.project = join(this.root, 'proj');
    this.home = join(this.root, 'home');
    this.state = join(this.root, 'state');
    mkdirSync(join(this.project, '.git'), { recursive: true });
    mkdirSync(this.home, { recursive: true });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  get env(): Record<string, string> {
    return { HOME: this.home, HOLDFAST_HOME: this.state, PATH: process.env.PATH ?? '' };
  }

  get transcript(): string {
    return join(this.home, '.claude', 'projects', 'proj', `${this.session}.jsonl`);
  }

  write(path: string, text: string): string {
    const full = join(this.project, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  /** What `holdfast task set` records. */
  setTask(path: string): void {
    const when = '2026-01-01T00:00:00.000Z';
    writeSetTask(stateStore(this.state), this.project, {
      path: join(this.project, path),
      when,
      by: 'person',
    });
  }

  /** Appends a row to the session's record, or to that of a subagent. */
  row(value: Record<string, unknown>, agent?: string): void {
    const path = agent ? this.subagentRecord(agent) : this.transcript;
    mkdirSync(dirname(path), { recursive: true });
    this.rows += 1;
    const time = new Date(Date.UTC(2026, 0, 1, 0, 0, this.rows)).toISOString();
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
    if (result === undefined) return;
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

  payload(event: string, more: Payload = {}): Payload {
    return {
      session_id: this.session,
      transcript_path: this.transcript,
      cwd: this.project,
      hook_event_name: event,
      ...more,
    };
  }

  async send(event: string, more: Payload = {}): Promise<Answer> {
    return this.sendRaw(JSON.stringify(this.payload(event, more)));
  }

  async sendRaw(
    input: string | Buffer,
    args: string[] = ['claude-code'],
    env: Record<string, string> = {},
  ): Promise<Answer> {
    const stream = new PassThrough();
    stream.end(input);
    const raw = await runHook(args, { ...this.env, ...env }, stream);
    return answerOf(raw);
  }

  /** A whole compaction as the client reports it. Answers with what SessionStart injected. */
  async compact(
    options: { trigger?: 'auto' | 'manual'; summary?: string; agent?: string } = {},
  ): Promise<Answer> {
    const agent = options.agent ? { agent_id: options.agent, agent_type: 'general-purpose' } : {};
    const trigger = options.trigger ?? 'auto';
    await this.send('PreCompact', { trigger, custom_instructions: null, ...agent });
    const started = await this.send('SessionStart', { source: 'compact', ...agent });
    await this.send('PostCompact', {
      trigger,
      compact_summary: options.summary ?? '<summary>The work went on.</summary>',
      ...agent,
    });
    return started;
  }

  journal(session = this.session): JournalEntry[] {
    const path = join(this.state, 'sessions', 'claude-code', session, 'journal.ndjson');
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  kinds(session = this.session): string[] {
    return this.journal(session).map((entry) => entry.kind);
  }

  get watched(): boolean {
    return existsSync(join(this.state, 'watch', this.session));
  }

  get faults(): string {
    const path = join(this.state, 'faults.ndjson');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
}

function answerOf(raw: string): Answer {
  let json: Answer['json'];
  try {
    json = JSON.parse(raw);
  } catch {
    json = undefined;
  }
  const specific = json?.hookSpecificOutput ?? {};
  return {
    raw,
    json,
    context: specific.additionalContext ?? '',
    denied: specific.permissionDecision === 'deny' ? (specific.permissionDecisionReason ?? '') : '',
  };
}

/** A plan too long to be told inline, so that it must be read. */
export const longPlan = `# Plan: widgets\nObjective: build widgets\n- [x] Step 1: measure\n- [ ] Step 2: cut\n- [ ] Step 3: join\n\n${Array.from({ length: 120 }, (_, index) => `- note ${index} that is long enough to make this plan too large to be told inline`).join('\n')}\n`;

/** PostToolUse of a Read as the client sends it. */
export function readPayload(
  path: string,
  text: string,
  range?: { start: number; end: number },
): Payload {
  const lines = text.split('\n');
  const shown = range ? lines.slice(range.start - 1, range.end) : lines;
  return {
    tool_name: 'Read',
    tool_use_id: `toolu_read_${range?.start ?? 0}_${path.length}`,
    tool_input: {
      file_path: path,
      ...(range ? { offset: range.start, limit: range.end - range.start + 1 } : {}),
    },
    tool_response: {
      type: 'text',
      file: {
        filePath: path,
        content: shown.join('\n'),
        numLines: shown.length,
        startLine: range?.start ?? 1,
        totalLines: lines.length,
      },
    },
  };
}
