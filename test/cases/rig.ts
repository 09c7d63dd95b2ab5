import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSetTask } from '../../src/app/task/store.ts';
import type { JournalEntry } from '../../src/core/recovery/entry.ts';
import { stateStore } from '../../src/platform/state-store.ts';
import { answerOfHook } from '../built/answer-of-hook.ts';
import type { Payload } from './payloads.ts';
import { RecordedSession } from './recorded-session.ts';

export { longPlan, type Payload, readPayload } from './payloads.ts';

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
 * folder of its own. `send` hands a payload to the installed hook program.
 */
export class Rig extends RecordedSession {
  /** Further variables of the client's environment. */
  variables: Record<string, string> = {};

  get env(): Record<string, string> {
    return {
      HOME: this.home,
      HOLDFAST_HOME: this.state,
      PATH: process.env.PATH ?? '',
      ...this.variables,
    };
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

  payload(event: string, more: Payload = {}): Payload {
    return {
      session_id: this.session,
      transcript_path: this.transcript,
      cwd: this.project,
      hook_event_name: event,
      ...(/^(UserPromptSubmit|Session)/.test(event) ? {} : { prompt_id: 'prompt-of-the-rig' }),
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
    return answerOf(await this.answer(args, { ...this.env, ...env }, input));
  }

  protected answer(
    args: string[],
    env: Record<string, string>,
    input: string | Buffer,
  ): Promise<string> {
    return answerOfHook(args, env, input);
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

  /** Why tool events of the session are heard. */
  get watchedFor(): string[] {
    const path = join(this.state, 'watch', this.session);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
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
