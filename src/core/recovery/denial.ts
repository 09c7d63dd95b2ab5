import { clip } from '../trust/clip.ts';
import { untrustedPath } from '../trust/untrusted.ts';
import type { Obligation, Recovery } from './recovery.ts';

const pointLimit = 300;

/** Why files must be read before a change: a clause for a denial. `next`: the first of them. */
export function whyHeld({ by }: Pick<Recovery, 'by'>, next?: Pick<Obligation, 'cleared'>): string {
  if (next?.cleared) return 'the client cleared what you had read of this file from the context';
  return by === 'handoff'
    ? 'you continue the work of another session'
    : 'the context was compacted';
}

const compacted = whyHeld({ by: 'record' });

/** The denial that names the exact next call, in at most 300 characters. */
export function pointingDenial(
  open: readonly Obligation[],
  gaps: readonly [number, number][],
  why = compacted,
): string {
  const next = open[0]!;
  const more = open.length > 1 ? ` Then ${open.length - 1} more.` : '';
  const which =
    gaps.length > 0
      ? `lines ${rangesText(gaps)} of it are still unread`
      : 'whole, without offset or limit';
  const text = `Holdfast: ${why}. Before any change, Read ${untrustedPath(next.path)} (${next.role}; ${which}).${more} Then repeat this call.`;
  if (text.length <= pointLimit) return text;
  return clip(
    `Holdfast: read ${untrustedPath(next.path)} whole first, then repeat this call.${more}`,
    pointLimit,
  );
}

/** The denial while questions of the task are open: the next one in at most 300 characters, at the last time each. */
export function askingDenial(
  open: readonly { number: number; text: string }[],
  last: boolean,
  program: string,
  why = compacted,
): string {
  const call = (number: number): string => `\`${program} answer ${number} "…"\``;
  if (last) {
    const lines = open.map(({ number, text }) => `${call(number)}: ${clip(text, 200)}`);
    return `Holdfast: this call is denied a last time. Answer first, each by a command of its own:\n${lines.join('\n')}`;
  }
  const { number, text } = open[0]!;
  const more = open.length > 1 ? ` Then ${open.length - 1} more.` : '';
  const head = `Holdfast: ${why}. Before any change, answer with ${call(number)}: `;
  return head + clip(text, pointLimit - head.length - more.length - 1) + more;
}

/** Line ranges as a person writes them: `1-40, 90-120`; at most four of them. */
export function rangesText(ranges: readonly [number, number][]): string {
  const shown = ranges
    .slice(0, 4)
    .map(([start, end]) => (start === end ? `${start}` : `${start}-${end}`));
  return ranges.length > 4
    ? `${shown.join(', ')} and ${ranges.length - 4} more ranges`
    : shown.join(', ');
}

export interface FileText {
  path: string;
  role: string;
  text: string;
  /** What a file that is too long is reduced to: its open steps and rules. */
  essence: string[];
}

/** The last denial: the files themselves, whole where they fit into `limit`, else their steps and rules. */
export function escalatingDenial(files: readonly FileText[], limit: number): string {
  const head =
    'Holdfast: this call is denied a last time. What had to be read is here; act by it, then repeat the call.\n';
  let rest = limit - head.length;
  const parts: string[] = [];
  files.forEach((file, index) => {
    const share = Math.floor(rest / (files.length - index));
    const part = clip(filePart(file, share), share);
    parts.push(part);
    rest -= part.length;
  });
  return head + parts.join('');
}

function filePart(file: FileText, share: number): string {
  const lines = file.text.split('\n').length;
  const whole = `\n--- ${untrustedPath(file.path)} (${file.role}, whole, ${lines} lines) ---\n${file.text}\n`;
  if (whole.length <= share) return whole;
  const title = `\n--- ${untrustedPath(file.path)} (${file.role}, ${lines} lines: too long to show whole; open steps and rules follow, Read lines 1-${lines} for the rest) ---\n`;
  let text = title;
  for (const line of file.essence) {
    if (text.length + line.length + 1 > share) break;
    text += `${line}\n`;
  }
  const room = share - text.length;
  return room > 200 ? `${text}--- its beginning ---\n${clip(file.text, room - 40)}\n` : text;
}
