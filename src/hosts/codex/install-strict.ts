import { Fault } from '../../core/errors.ts';
import { eventArrays } from '../../core/hook-settings/entries.ts';
import { member, members, readJsonFile } from '../../core/settings-text/json-file.ts';
import type { JsonNode } from '../../core/settings-text/json-tree.ts';

/**
 * The tree of a hooks file. Throws a Fault where this client (0.171.0, seen live) would drop the file whole: for a BOM,
 * for a member beside `hooks` and `description`, for an event that stands in it twice, and for a handler of a type that
 * it does not know.
 */
export function readHooksFile(text: string, path: string): JsonNode | undefined {
  const { root } = readJsonFile(text, path);
  if (root === undefined) return undefined;
  if (text.startsWith('\uFEFF')) throw dropped(path, 'it begins with a byte order mark');
  const odd = members(root).find(({ name }) => name !== 'hooks' && name !== 'description');
  if (odd) throw dropped(path, `it has "${odd.name}" at the top`);
  const seen = new Set<string>();
  for (const { event, array } of eventArrays(root, path)) {
    if (seen.has(event)) throw dropped(path, `"${event}" stands in it twice`);
    seen.add(event);
    for (const group of array.children ?? []) {
      for (const handler of member(group, 'hooks')?.children ?? []) {
        const type = member(handler, 'type')?.value;
        if (!known.has(type))
          throw dropped(path, `a handler of ${event} is of the type ${JSON.stringify(type)}`);
      }
    }
  }
  return root;
}

const known = new Set<unknown>(['command', 'prompt', 'agent', 'mcp_tool']);

function dropped(path: string, why: string): Fault {
  return new Fault('malformed', `${path} is ignored entirely by Codex: ${why}.`, {
    hint: 'Remove that, then run this again. Nothing was changed.',
  });
}
