import type { ToolCall } from '../tool.ts';

/** Words in the name of a tool that writes, and first words of one that only looks. */
const writes = new Set(
  'write,edit,create,delete,remove,move,rename,copy,append,patch,replace,insert,update,modify,save,put,overwrite,truncate,touch,unlink,mkdir,rmdir,rm,mv,cp,apply,erase,trash'.split(
    ',',
  ),
);
const looks = new Set(
  'read,get,list,search,find,view,show,stat,info,count,check,fetch,diff,query,describe'.split(','),
);

const ofOne =
  /^(?:(?:file|source|src|destination|dest|dst|target|old|new|relative|absolute|from|to|output)_?)?(?:path|file|filename)$|^(?:source|src|destination|dest|dst|target|uri|from|to)$/;
const ofMany = /^(?:paths|files|file_?paths|edits|changes|operations|sources)$/;
const kept = /^(?:source|src|from)/;

const most = 100;
const longest = 4096;

/** The words of a tool's name, without the server's: `mcp__filesystem__write_file` is `write file`. */
function wordsOf(name: string): string[] {
  const own =
    name
      .slice(0, 200)
      .split(/__|[.:/]/)
      .at(-1) ?? '';
  return own
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/**
 * The files that a call changes of a tool that is none of the client's own, such as `write_file` of a server: by the name of the
 * tool, which says that it writes, and by arguments that name a path.
 *
 * @param call the call; one of the client's own tools changes nothing here
 * @param input its arguments
 * @returns the paths as the call names them
 */
export function foreignChanges({ kind, name }: ToolCall, input: unknown): string[] {
  if (kind !== 'other' || typeof input !== 'object' || input === null) return [];
  const words = wordsOf(name);
  if (words[0] === undefined || looks.has(words[0])) return [];
  if (!words.some((word) => writes.has(word))) return [];
  const found: string[] = [];
  collect(input, words.includes('copy') || words.includes('cp'), 0, found);
  return [...new Set(found)];
}

function collect(value: object, copies: boolean, depth: number, found: string[]): void {
  if (depth > 2) return;
  for (const [member, inside] of Object.entries(value).slice(0, most)) {
    if (found.length >= most) return;
    const name = member.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    if (typeof inside === 'string') {
      if (ofOne.test(name) && !(copies && kept.test(name))) add(inside, found);
    } else if (Array.isArray(inside) && ofMany.test(name)) {
      for (const one of inside.slice(0, most))
        if (typeof one === 'string') add(one, found);
        else if (typeof one === 'object' && one !== null) collect(one, copies, depth + 1, found);
    } else if (typeof inside === 'object' && inside !== null && !Array.isArray(inside))
      collect(inside, copies, depth + 1, found);
  }
}

function add(path: string, found: string[]): void {
  if (path === '' || path.length > longest || path.includes('\n')) return;
  if (/^[a-z]{2,10}:\/\//i.test(path) && !path.startsWith('file://')) return;
  found.push(path.replace(/^file:\/\//, ''));
}
