import type { Deed } from './deed.ts';

/** True where a permission is about what a rule forbids. */
export function mayOpen(permit: Deed, banned: Deed): boolean {
  if (permit.do === 'files' && banned.do === 'files')
    return permit.of === banned.of && (permit.only === undefined || permit.only === banned.only);
  if (permit.do === 'file' && banned.do === 'file') return samePath(permit.path, banned.path);
  if (permit.do === 'command' && banned.do === 'command')
    return startsWith(permit.words, banned.words) || startsWith(banned.words, permit.words);
  if (permit.do === 'act' && banned.do === 'act')
    return (
      permit.act === banned.act ||
      (permit.act === 'force-push' && banned.act === 'push') ||
      (permit.act === 'amend' && banned.act === 'commit')
    );
  return false;
}

function startsWith(long: readonly string[], short: readonly string[]): boolean {
  return short.every((word, at) => long[at] === word);
}

function samePath(one: string, other: string): boolean {
  const plain = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');
  return plain(one) === plain(other);
}
