import { serverName } from '../install/server-install.ts';

/** The tool of our MCP server that takes the events of hosts. It is in no list, so that no model is offered it. */
export const hookTool = 'hook';

/** What an entry that calls that tool is known by, in the place of a command. */
export const hookToolCall = `mcp_tool ${serverName}/${hookTool}`;

/** Fields that hosts give as text although they are none. */
const structured = new Set(['tool_input', 'tool_response', 'tool_calls', 'is_interrupt']);
/** Fields whose empty text says something. */
const mayBeEmpty = new Set(['compact_summary', 'prompt']);

/** A handler that hands an event to our server: the host puts the values of the fields named into the call. */
export function toolHandler(
  host: string,
  event: string,
  fields: readonly string[],
  timeout: number,
): Record<string, unknown> {
  const input = Object.fromEntries(fields.map((field) => [field, `\${${field}}`]));
  return {
    type: 'mcp_tool',
    server: serverName,
    tool: hookTool,
    input: { host, hook_event_name: event, ...input },
    timeout,
  };
}

/**
 * The payload that a command hook would have been given, from what such a call holds. `thread`: in which thread it was made,
 * where the host says so; another one than the session's is that of a subagent.
 */
export function payloadOfCall(
  input: Readonly<Record<string, unknown>>,
  thread?: unknown,
): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    if (value === '' && !mayBeEmpty.has(field)) continue;
    payload[field] = structured.has(field) && typeof value === 'string' ? unfolded(value) : value;
  }
  if (typeof thread === 'string' && thread !== payload.session_id) payload.agent_id ??= thread;
  return payload;
}

/** What a text of JSON stands for; a text that is none, or no structure, is itself. */
function unfolded(text: string): unknown {
  if (!/^\s*(?:[[{]|true$|false$)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
