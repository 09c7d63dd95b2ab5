import { text, type Value } from '../../core/rows/values.ts';
import { between } from '../../core/text/between.ts';

/** What a part of a user-role or developer-role message is. */
export interface Part {
  who: 'person' | 'command' | 'host' | 'hook' | 'nobody';
  text: string;
  /** The event of a hook's text, where the record tells it. */
  event?: string;
}

/** Beginnings of texts that the client puts into the model's input by itself. */
const hostTags =
  /^<(?:environment_context|user_instructions|user_action|permissions instructions|collaboration_mode|multi_agent_mode|skills_instructions|apps_instructions|plugins_instructions|environments_instructions|recommended_plugins|app-context|turn_aborted|model_switch|personality_spec|subagent_notification|skill|goal_context|context_window|token_budget|realtime_conversation|INSTRUCTIONS)\b/;
const hostStarts = [
  '# AGENTS.md instructions for ',
  'Another language model started to solve this problem',
  'You are `/',
  'You are the newly spawned agent.',
];
const imageTag = /^<\/?image\b[^>]*>$/;
const requestMark = '## My request for Codex:';

/** `kind`: the client's own name for the part (since 0.150 or so), which is surer than the text. */
export function partOf(role: string, whole: string, kind: string | undefined): Part {
  const start = whole.trimStart();
  if (start === '' || imageTag.test(start.trimEnd())) return { who: 'nobody', text: '' };
  const prompt = /^<hook_prompt\b[^>]*>([\s\S]*)<\/hook_prompt>\s*$/.exec(start);
  if (prompt !== null) return { who: 'hook', event: 'Stop', text: unescaped(prompt[1]!) };
  const command = /^<user_shell_command>\s*<command>/.test(start)
    ? between(start, '<command>', '</command>')
    : undefined;
  if (command !== undefined) return { who: 'command', text: `!${command.inner.trim()}` };
  if (kind?.startsWith('hooks.') === true) return { who: 'hook', text: whole };
  const byHost = hostTags.test(start) || hostStarts.some((phrase) => start.startsWith(phrase));
  if (kind !== undefined) {
    return kind.startsWith('user.') ? person(whole) : { who: 'host', text: whole };
  }
  if (byHost) return { who: 'host', text: whole };
  return role === 'user' ? person(whole) : { who: 'hook', text: whole };
}

/** An editor's extension puts what is open there before the person's own words. */
function person(whole: string): Part {
  const at = whole.startsWith('# Context from my IDE setup:') ? whole.indexOf(requestMark) : -1;
  const own = at < 0 ? whole : whole.slice(at + requestMark.length);
  return { who: own.trim() === '' ? 'nobody' : 'person', text: at < 0 ? own : own.trim() };
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Texts of a message's content, each with the client's name for its kind. */
export function contentTexts(payload: Value): { text: string; kind?: string }[] {
  const { content } = payload;
  if (typeof content === 'string') return [{ text: content }];
  if (!Array.isArray(content)) return [];
  const metadata = payload.internal_chat_message_metadata_passthrough as Value | null | undefined;
  const kinds = Array.isArray(metadata?.content_item_kinds) ? metadata.content_item_kinds : [];
  return content.flatMap((part: unknown, index) => {
    const given = (typeof part === 'object' && part !== null ? part : {}) as Value;
    const own = text(given.text);
    if (own === undefined) return [];
    const kind = text(kinds[index]);
    return [kind === undefined ? { text: own } : { text: own, kind }];
  });
}

const summaryStart = 'Another language model started to solve this problem';

/** A summary without the client's own words before it. */
export function bareSummary(whole: string): string {
  if (!whole.startsWith(summaryStart)) return whole;
  const at = whole.indexOf(':\n');
  return at < 0 ? whole : whole.slice(at + 2);
}

/** Subagents that a text of the client or of another agent says are done, by the id that started them. */
export function endedAgents(whole: string): { backgroundId: string; outcome: string }[] {
  const start = whole.trimStart();
  const notice = start.startsWith('<subagent_notification>')
    ? between(start, '<subagent_notification>', '</subagent_notification>')
    : undefined;
  if (notice !== undefined) {
    const id = /"(?:agent_path|agent_id)"\s*:\s*"([^"]+)"/.exec(notice.inner)?.[1];
    const state = /"status"\s*:\s*(?:\{\s*"(\w+)"|"(\w+)")/.exec(notice.inner);
    const outcome = state?.[1] ?? state?.[2];
    return id === undefined || outcome === undefined || isRunning(outcome)
      ? []
      : [{ backgroundId: id, outcome }];
  }
  if (!start.startsWith('Message Type: FINAL_ANSWER')) return [];
  const sender = /^Sender: (\S+)$/m.exec(start)?.[1];
  return sender === undefined ? [] : [{ backgroundId: sender, outcome: 'completed' }];
}

export function isRunning(status: string): boolean {
  return status === 'running' || status === 'pending_init' || status === 'pending';
}
