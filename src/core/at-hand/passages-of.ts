import type { ConversationItem } from '../conversation.ts';
import { promptLines } from '../snapshot/pasted.ts';
import type { ToolCall } from '../tool.ts';
import type { Passage, Speaker } from './passage.ts';
import { split } from './split.ts';

/** Calls that wait for their result, at most. */
const mostCalls = 200;
/** What a tool gave back is told by its beginning: the rest is read again where it is needed. */
const resultCharacters = 600;
const commandCharacters = 300;
/** A subagent's answer, and a summary, are told whole up to here. */
const reportCharacters = 12_000;

/** Takes items of a record in its order, and gives the passages of each. `handle` names the place of the item. */
export class PassageMaker {
  readonly #calls = new Map<string, ToolCall>();
  #refused: { offset: number; text: string } | undefined;

  of(item: ConversationItem, handle: string): Passage[] {
    if (item.replayed) return [];
    const time = (item.time ?? '').slice(0, 16);
    const made = (by: Speaker, texts: readonly string[]): Passage[] =>
      texts.map((text) => ({ by, time, handle, text }));
    switch (item.type) {
      case 'user':
        if (item.origin === 'injected' || item.origin === 'program') return [];
        return [
          ...made('user', this.#refusing(item.at.offset, split(linesOf(item.text, false)))),
          ...made('pasted', split(linesOf(item.text, true))),
        ];
      case 'assistant':
        return made('agent', split(item.text));
      case 'summary':
        return made('summary', split(item.text.slice(0, reportCharacters)));
      case 'call':
        this.#remember(item.call);
        return [];
      case 'result': {
        const call = this.#calls.get(item.result.callId);
        this.#calls.delete(item.result.callId);
        if (call === undefined) return [];
        if (call.kind === 'subagent') {
          return made('subagent', split(item.result.text.slice(0, reportCharacters)));
        }
        const refused = item.result.refused === true;
        const text = callText(call, refused ? '' : item.result.text);
        if (refused && text !== '') this.#refused = { offset: item.at.offset, text };
        return text === ''
          ? []
          : made('command', [refused ? `refused by the user: ${text}` : text]);
      }
      default:
        return [];
    }
  }

  /** What the user said with a refusal stands in the row of the result: told with what they refused. */
  #refusing(offset: number, said: string[]): string[] {
    const refused = this.#refused;
    this.#refused = undefined;
    if (refused?.offset !== offset || said[0] === undefined) return said;
    return [`${said[0]} (said when refusing: ${refused.text})`, ...said.slice(1)];
  }

  #remember(call: ToolCall): void {
    if (call.id === undefined) return;
    if (this.#calls.size >= mostCalls) this.#calls.delete(this.#calls.keys().next().value!);
    this.#calls.set(call.id, call);
  }
}

/** What the user said in a message, or what was pasted into it. */
function linesOf(message: string, pasted: boolean): string {
  const lines = promptLines(message);
  return lines.map((line) => (line.pasted === pasted ? line.text : '')).join('\n');
}

/** A call and the beginning of what came of it; empty for what is read again where it is needed: files, searches, lists. */
function callText(call: ToolCall, result: string): string {
  if (call.kind !== 'shell' && call.kind !== 'other' && call.kind !== 'web') {
    if (call.kind !== 'question' && call.kind !== 'plan') return '';
  }
  const told = call.command ?? call.input ?? [call.detail, ...call.paths].filter(Boolean).join(' ');
  const what = `${call.command === undefined ? `${call.name} ` : ''}${told}`;
  if (what.includes('holdfast ')) return '';
  const short = what.replace(/\s+/g, ' ').slice(0, commandCharacters);
  const came = beginning(result);
  return came === '' ? short : `${short}\n→ ${came}`;
}

function beginning(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  let kept = '';
  for (const line of lines) {
    if (kept.length + line.length > resultCharacters) break;
    kept += `${kept === '' ? '' : '\n'}${line.slice(0, 200)}`;
  }
  return kept;
}
