import type { AgentTools } from '../../harness/drivers/tools.ts';
import type { Message, ModelRequest, Part } from '../../harness/request.ts';

type Call = Extract<Part, { type: 'call' }>;

/** A call that was carried out, with all that the model had been told before it made the call. */
export interface Executed {
  call: Call;
  toldBefore: string;
}

/**
 * Calls of a conversation that were carried out, in order, as the last request of the session holds them: those
 * since the last compaction.
 */
export function executedCalls(request: ModelRequest, tools: AgentTools): Executed[] {
  const executed: Executed[] = [];
  let told = '';
  for (const [index, message] of request.messages.entries()) {
    const calls = message.parts.filter((part): part is Call => part.type === 'call');
    for (const call of calls) {
      const result = resultOf(call, request.messages.slice(index));
      if (result && !tools.isDenial(result.text)) executed.push({ call, toldBefore: told });
    }
    if (message.role !== 'assistant') told += `${textOfParts(message.parts)}\n`;
  }
  return executed;
}

function resultOf(call: Call, messages: Message[]) {
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === 'result' && part.id === call.id) return part;
    }
  }
  return undefined;
}

function textOfParts(parts: Part[]): string {
  return parts
    .map((part) => (part.type === 'text' || part.type === 'result' ? part.text : ''))
    .join('\n');
}

/** Shell commands of the policies that only look. */
const looking = /^(cat '[^']+'|git status --short \|\| true|echo working)$/;

/** True for a call of a policy that changes something. */
export function isChanging(call: Call, tools: AgentTools): boolean {
  const kind = tools.kindOf(call);
  if (kind === 'read') return false;
  return !(kind === 'shell' && looking.test(tools.commandOf(call)));
}

/** True when a text holds every line of a file that is not blank. */
export function holdsWhole(text: string, file: string): boolean {
  return file.split('\n').every((line) => text.includes(line.trim()));
}

/** Denials that stand in a request. */
export function denialsIn(request: ModelRequest, tools: AgentTools): string[] {
  return request.messages
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.type === 'result' && tools.isDenial(part.text) ? [part.text] : []));
}
