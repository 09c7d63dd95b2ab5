import { objects, text } from '../../core/rows/values.ts';
import { allBetween, withoutBetween } from '../../core/text/between.ts';

/** What a user-role message holds. */
export interface UserParts {
  /** What the person wrote. */
  person?: { text: string; command: boolean };
  /** Texts of the client. */
  host: string[];
  /** Texts that hooks added. */
  hooks: string[];
  /** The summary that a compression put in the place of the conversation. */
  snapshot?: string;
  /** The working folder, as the client tells the model. */
  folder?: string;
}

const files = /^\s*--- Content from referenced files ---/;
const hostStarts = [
  '<session_context>',
  'This is the Gemini CLI. We are setting up the context for our chat.',
  'System: Potential loop detected.',
];

/** Parts of a message's content (a string, or a list of parts). `shown`: what the person's screen had, where that differs. */
export function userParts(content: unknown, shown: unknown): UserParts {
  const texts = contentTexts(content);
  const parts: UserParts = { host: [], hooks: [] };
  const cut = texts.findIndex((one) => files.test(one));
  const own = cut < 0 ? texts : texts.slice(0, cut);
  if (cut >= 0) parts.host.push(texts.slice(cut).join('\n'));
  const said = contentTexts(shown);
  let left = '';
  for (const one of own) left += withoutHooks(one, parts);
  const start = left.trimStart();
  const snapshot = snapshotIn(start);
  if (snapshot !== undefined) parts.snapshot = snapshot;
  else if (hostStarts.some((phrase) => start.startsWith(phrase))) parts.host.unshift(left);
  // The reason of a turn that was made to go on is the client's next prompt.
  else if (start.startsWith('[Holdfast ') && oursIn(start) !== undefined) parts.hooks.push(start);
  else if (left.trim() !== '') {
    const words = said.length === 0 ? left.trim() : said.join('').trim();
    parts.person = { text: words, command: /^\/[a-z][\w:-]*(?:\s|$)/.test(words) };
  }
  const folder = folderIn(start);
  if (folder !== undefined) parts.folder = folder;
  return parts;
}

/** A hook's text stands before or behind the prompt, its angle brackets escaped. */
function withoutHooks(whole: string, parts: UserParts): string {
  parts.hooks.push(...hooksIn(whole));
  return withoutBetween(whole, '<hook_context>', '</hook_context>');
}

/** Texts of hooks within a tool's result. */
export function hooksIn(printed: string): string[] {
  return allBetween(printed, '<hook_context>', '</hook_context>').map(unescaped);
}

/** A brief of ours that stands at the start of a text, or behind the reason of a denial. */
export function oursIn(printed: string): string | undefined {
  const at = printed.search(/(?:^|\n\n)\[Holdfast c\d+-[0-9a-f]{6}\]/);
  return at < 0 ? undefined : printed.slice(at).trimStart();
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Only where the message begins with it, or with the client's own context: a person may write about one. */
function snapshotIn(start: string): string | undefined {
  const at = start.indexOf('<state_snapshot>');
  if (at < 0 || (at > 0 && !start.startsWith('<session_context>'))) return undefined;
  const end = start.lastIndexOf('</state_snapshot>');
  return start.slice(at + '<state_snapshot>'.length, end < at ? undefined : end).trim();
}

function folderIn(start: string): string | undefined {
  if (!start.startsWith('<session_context>')) return undefined;
  return folderLine(start);
}

/** Texts of a content: a string, or the texts of its parts. Calls and their responses are told by the tools' records. */
export function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (!Array.isArray(content)) {
    return objects([content]).flatMap((part) => text(part.text) ?? []);
  }
  return content.flatMap((part: unknown) => {
    if (typeof part === 'string') return part === '' ? [] : [part];
    return objects([part]).flatMap((one) => (one.thought === true ? [] : (text(one.text) ?? [])));
  });
}

/** The first entry of the list under `Workspace Directories:`. */
function folderLine(text: string): string | undefined {
  const at = text.indexOf('Workspace Directories:');
  const under = at < 0 ? '' : text.slice(text.indexOf('\n', at) + 1).trimStart();
  return under.startsWith('-')
    ? under.slice(1).trim().split('\n', 1)[0]!.trim() || undefined
    : undefined;
}
