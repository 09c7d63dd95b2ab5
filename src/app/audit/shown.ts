import type { SessionAudit } from '../../core/audit/report.ts';
import { redact } from '../../core/trust/redact.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';

/** A text from a record or a file's name, as it may be shown: no secret, and nothing that a terminal would obey. */
export function shownText(text: string, patterns: readonly RegExp[]): string {
  return withoutControls(redact(text, patterns));
}

/** The findings of a session with every text of them as it may be shown. */
export function shownSession(session: SessionAudit, patterns: readonly RegExp[]): SessionAudit {
  return walk(session, patterns) as SessionAudit;
}

/** Members that name a place or a session: a line break in one would put a line of its own into the report. */
const named: ReadonlySet<string> = new Set(['cwd', 'path', 'session']);

function oneLine(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Names of members are our own and stay. */
function walk(value: unknown, patterns: readonly RegExp[]): unknown {
  if (typeof value === 'string') return shownText(value, patterns);
  if (Array.isArray(value)) return value.map((one) => walk(one, patterns));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const shown = walk(one, patterns);
      return [name, named.has(name) && typeof shown === 'string' ? oneLine(shown) : shown];
    }),
  );
}
