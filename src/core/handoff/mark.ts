import { deliveryMark } from '../recovery/token.ts';

/**
 * The beginning of a handoff's text, in which its id stands. An id is random, so that nobody can guess one. The mark of a brief
 * alone would begin a turn that Holdfast itself continued.
 */
const opening = /Handoff \[Holdfast (h[0-9a-f]{16})\]/;

/** True for a text of the form that ids of handoffs have. */
export function isHandoffId(text: string): boolean {
  return /^h[0-9a-f]{16}$/.test(text);
}

/** The id of the handoff whose text stands in a prompt; undefined where none does. */
export function handoffIn(text: string): string | undefined {
  if (!text.includes('Handoff [Holdfast h')) return undefined;
  return opening.exec(text)?.[1];
}

/** What a handoff's text begins with. */
export function openingMark(id: string): string {
  return `Handoff [${deliveryMark(id)}]`;
}

/** What a handoff's text ends with. What a user writes before or after the text is the user's own prompt. */
export function closingMark(id: string): string {
  return `[End of Holdfast ${id}]`;
}

/**
 * What the user wrote besides a handoff: the prompt without the handoff's text, where that begins the prompt and its closing mark
 * follows. A mark anywhere else was pasted, and takes away nothing of what stands around it.
 */
export function withoutHandoff(text: string): string {
  const id = handoffIn(text);
  if (id === undefined || !text.trimStart().startsWith(openingMark(id))) return text;
  const closing = closingMark(id);
  const end = text.indexOf(closing);
  return end < 0 ? text : text.slice(end + closing.length).trim();
}
