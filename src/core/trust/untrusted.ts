import { clipMarked } from './clip.ts';

const ansi = /\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)?)/g;
// Everything that shows as nothing or turns the reading direction: C0 and C1 controls, soft hyphen,
// bidi controls, zero-width characters, tag characters and supplementary variation selectors.
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;
const loneSurrogate = /[\ud800-\udfff]/gu;
const tagOpening = /[<\uff1c\ufe64](?=\s{0,3}[/!?]|\p{L})/gu;

/** Nothing but printable ASCII, line breaks and tabs, and no `<`. */
const harmless = /^[\t\n -;=-~]*$/;

/**
 * Makes text from tools, files and the web harmless: terminal escapes and invisible characters are
 * taken out, whatever opens like a tag gets `‹` instead of `<`, lone surrogates become U+FFFD.
 * Line breaks and tabs stay.
 */
export function neutralise(text: string): string {
  if (harmless.test(text)) return text;
  const shown = withoutControls(text);
  // The pattern takes long to prepare.
  return /[<\uff1c\ufe64]/.test(shown) ? shown.replace(tagOpening, '‹') : shown;
}

/** Text for a person's eyes: as `neutralise`, but what opens like a tag stays, since no model reads it. */
export function withoutControls(text: string): string {
  return text
    .replace(ansi, '')
    .replace(/\r\n?/g, '\n')
    .replace(loneSurrogate, '\ufffd')
    .replace(invisible, '');
}

const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Text for a file of the user, who may print it on a terminal: without terminal escapes and control characters, and otherwise letter
 * for letter, since some scripts need characters that show as nothing.
 */
export function withoutEscapes(text: string): string {
  return text.replace(ansi, '').replace(/\r\n?/g, '\n').replace(unprintable, '');
}

/** Untrusted text as one line of at most `limit` UTF-16 units, a cut being marked. */
export function untrusted(text: string, limit: number): string {
  // Four times the limit is enough to fill the line even when much of it is taken out.
  const head = text.length > limit * 4 + 400 ? text.slice(0, limit * 4 + 400) : text;
  const line = neutralise(head).replace(/\s+/g, ' ').trim();
  return clipMarked(head.length < text.length && line.length <= limit ? `${line} …` : line, limit);
}

/** A path or name of a file as a model may be told it: on one line, and otherwise letter for letter. */
export function untrustedPath(path: string): string {
  return clipMarked(neutralise(path).replace(/[\n\t\u0085\u2028\u2029]+/g, ' '), 1_024);
}

/** Untrusted text as a fenced block of at most `limit` UTF-16 units, fences and cut mark included. */
export function untrustedBlock(text: string, limit: number): string {
  const body = neutralise(text.length > limit * 4 + 400 ? text.slice(0, limit * 4 + 400) : text);
  let longest = 2;
  for (const run of body.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(Math.min(longest + 1, 40));
  const inside = body.replace(/`{40,}/g, '`'.repeat(39));
  const room = Math.max(0, limit - 2 * fence.length - 2);
  return `${fence}\n${clipMarked(inside, room)}\n${fence}`;
}
