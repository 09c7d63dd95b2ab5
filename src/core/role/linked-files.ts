import { withoutTail } from '../text/ends.ts';

/** Files that a text names, at most. */
const mostLinks = 60;
const mostLines = 5_000;
const longestPath = 500;
/** An item whose box is ticked. `- [x](desk/one.md)` is none: that is a link. */
const ticked = /^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[[xX]\](?:\s|$)/;

/**
 * Markdown files that a handler's state links or names, as they are written: links, paths in backticks, and bare ones. What
 * stands behind a ticked box or is struck out is over, and is left out.
 */
export function linkedFiles(text: string): string[] {
  const found = new Set<string>();
  let fenced = false;
  for (const line of text.split(/\r?\n/).slice(0, mostLines)) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    if (fenced || line.length > 2_000 || ticked.test(line)) continue;
    const open = line.replace(/~~[^~]*~~/g, ' ');
    for (const [, target] of open.matchAll(/\]\(([^()\s]+)\)/g)) {
      const [path] = target!.replace(/[<>]/g, '').split('#');
      if (isMarkdown(path!)) found.add(decoded(path!));
    }
    const rest = open.replace(/\]\([^()]*\)/g, '] ');
    for (const [, target] of rest.matchAll(/`([^`\n]{1,500}\.md)`/gi)) found.add(target!.trim());
    const bare = rest.replace(/`[^`]*`/g, ' ').split(/\s+/);
    for (const word of bare.filter((one) => !one.includes('://')))
      for (const [name] of word.matchAll(/[\w./~@+-]+/g)) {
        const path = withoutTail(name, /[.]/);
        if (isMarkdown(path)) found.add(path);
      }
    if (found.size >= mostLinks) break;
  }
  return [...found].filter((path) => !/^[a-z]+:\/\//i.test(path)).slice(0, mostLinks);
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function isMarkdown(path: string): boolean {
  return path.length > 3 && path.length <= longestPath && /\.md$/i.test(path);
}
