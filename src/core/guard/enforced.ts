import type { Ban } from './bans.ts';
import type { Deed } from './deed.ts';
import { mayOpen } from './may-open.ts';

/**
 * What the guard holds back by a rule's text, in a few words each: `push`, `changes of gen.txt`. Nothing of what was allowed again,
 * or is not plain enough to be told from a call.
 */
export function enforcedIn(text: string, bans: readonly Ban[]): string[] {
  const deeds = bans
    .filter(({ quote, released }) => !released && text.includes(quote))
    .flatMap((ban) => ban.deeds.filter((deed) => !isOpen(deed, ban)));
  return [...new Set(deeds.map(nameOf))];
}

function isOpen(deed: Deed, { permits }: Ban): boolean {
  return permits.some(({ deeds, once }) => !once && deeds.some((one) => mayOpen(one, deed)));
}

function nameOf(deed: Deed): string {
  switch (deed.do) {
    case 'file':
      if (deed.outside) return `changes outside ${deed.path}`;
      return `${deed.only === 'delete' ? 'deletion' : 'changes'} of ${deed.path}`;
    case 'files':
      return `${deed.only === 'delete' ? 'deletion' : 'changes'} of ${deed.of}`;
    default: {
      const about = deed.about === undefined ? '' : ` (${deed.about.join(', ')})`;
      return `${deed.do === 'act' ? deed.act : deed.words.join(' ')}${about}`;
    }
  }
}
