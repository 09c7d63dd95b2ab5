import type { Row } from './record.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Makes recorded text the same on every machine and in every run: paths below `/home/dev`, ids by order of
 * appearance, times and durations fixed.
 */
export function createNeutralizer(sandbox: Sandbox): (text: string) => string {
  const ids = new Map<string, string>();
  const numbered = (found: string, make: (count: number) => string) => {
    const known = ids.get(found);
    if (known) return known;
    const made = make(ids.size + 1);
    ids.set(found, made);
    return made;
  };
  const slug = sandbox.project.replace(/[^A-Za-z0-9]/g, '-');
  return (text) =>
    text
      .replaceAll(sandbox.project, '/home/dev/proj')
      .replaceAll(sandbox.home, '/home/dev')
      .replaceAll(sandbox.root, '/home/dev/sandbox')
      .replaceAll(slug, '-home-dev-proj')
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (found) =>
        numbered(found, (count) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`),
      )
      .replace(/\ba[0-9a-f]{16}\b/g, (found) =>
        numbered(found, (count) => `a${String(count).padStart(16, '0')}`),
      )
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-01T00:00:00.000Z')
      .replace(/\d{4}\/\d\d\/\d\d\/rollout-[\dT-]{19}/g, '2026/01/01/rollout-2026-01-01T00-00-00')
      .replace(/toolu_\d{13}_\w{9}/g, (found) => numbered(found, (count) => `toolu_${count}`))
      .replace(/"(duration_?ms|durationMs|totalDurationMs)":\d+/gi, '"$1":5')
      .replace(/duration_ms: \d+/g, 'duration_ms: 5')
      .replace(/tool-results\/[a-z0-9]+\.txt/g, 'tool-results/output.txt');
}

const keptRows = new Set(['user', 'assistant', 'system', 'queue-operation']);
const keptAttachments = /^(file|hook_|plan_|queued_command|compact_file_reference)/;

/** The rows of a record that tell of the work; the client's own prompts and listings are left out. */
export function tellingRows(rows: Row[]): Row[] {
  return rows.filter((row) => {
    if (row.type !== 'attachment') return keptRows.has(String(row.type));
    return keptAttachments.test(String((row.attachment as Row | undefined)?.type));
  });
}
