import { onShort } from '../bounded-match.ts';
import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { clipMarked } from '../trust/clip.ts';
import { type Family, type FoldContext, type KnownCall, keep, succeeded } from './family.ts';
import { lengths, limits } from './limits.ts';
import { type Making, makingOf } from './made-by-command.ts';
import { toolMaking } from './made-by-tool.ts';
import { dropRow, entriesOf, getRow, newTable, putRow, rowsOf, type Table } from './table.ts';

interface Thing {
  thing: string;
  id?: string;
  url?: string;
  state: string;
  args: string[];
  /** The tool or program, where no address tells. */
  by: string;
  from: Provenance;
}

export type Outside = Table<Thing>;

/** Characters of a result that are looked at, from its end: what was made is told there. */
const looked = 3_000;
const ending = onShort(/[.,;:]+$/, 300);
const address = /https?:\/\/[^\s"'<>)\]\\]{6,200}/g;
const states: Readonly<Record<string, string>> = {
  create: 'open',
  new: 'open',
  add: 'open',
  save: 'saved',
  merge: 'merged',
  close: 'closed',
  reopen: 'open',
  ready: 'open',
  delete: 'deleted',
  publish: 'published',
  approve: 'approved',
  comment: 'commented',
  note: 'commented',
  reply: 'answered',
  review: 'reviewed',
  send: 'sent',
  post: 'sent',
};

/**
 * Things that calls made or changed outside of files: issues, pull requests, comments, tasks, deployments, by whatever tool,
 * with number, address, the state that was seen last and the arguments that named their place.
 */
export const outside: Family<Outside> = {
  initial: () => newTable(),

  step(state: Outside, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call === undefined || !succeeded(item)) return;
    const text = item.result.text.slice(-looked);
    const making =
      call.kind === 'shell'
        ? makingOf(call.command ?? '')
        : call.kind === 'other'
          ? toolMaking(call.name, call.given)
          : undefined;
    if (making === undefined) {
      if (state.count > 0) look(state, call, text);
      return;
    }
    put(state, making, text, context.from);
    for (const id of making.others ?? []) put(state, { ...making, id }, '', context.from);
  },

  facts: (state) =>
    rowsOf(state).map(({ thing, id, url, state: seen, args, by, from }): Fact => {
      const named = [thing, id, url === undefined ? `by ${by}` : url].filter((one) => one);
      const fact: Fact = { kind: 'outside', value: named.join(' '), state: seen, from };
      if (args.length > 0) fact.detail = args.join(', ');
      return fact;
    }),
};

function put(state: Outside, making: Making, text: string, from: Provenance): void {
  const url = addressIn(text, making);
  const id = making.id ?? idIn(url, text);
  // Nothing that could be found again.
  if (id === undefined && url === undefined && making.args.length === 0) return;
  const thing =
    url !== undefined && /[#/](?:issue|discussion_|pullrequest)?comment/i.test(url)
      ? 'comment'
      : making.thing;
  const known = entriesOf(state).find(
    ([, row]) => (url !== undefined && row.url === url) || (id !== undefined && row.id === id),
  );
  const old = known?.[1];
  const key = known?.[0] ?? url ?? `${thing} ${id ?? from.offset}`;
  const draft = making.args.some((arg) => /^(?:--draft|draft true)/.test(arg));
  const row: Thing = {
    thing: old?.thing ?? keep(thing, 60),
    state: draft ? 'draft' : (statusIn(making) ?? states[making.verb] ?? making.verb),
    args:
      old !== undefined && old.args.length > 0
        ? old.args
        : making.args.map((arg) => clipMarked(keep(arg, 200), 120)),
    by: keep(making.by, 80),
    from,
  };
  if (id !== undefined) row.id = keep(id, 60);
  const place = url ?? old?.url;
  if (place !== undefined) row.url = keep(place, 240);
  dropRow(state, key);
  putRow(state, keep(key, lengths.asked), row, limits.outside);
}

/** The state that the call itself sets. */
function statusIn({ args }: Making): string | undefined {
  const named = args.find((arg) => /^(?:--status|status|state) \S/.test(arg));
  return named === undefined ? undefined : keep(named.slice(named.indexOf(' ') + 1), 40);
}

/** The address of what was made: the last one that names a thing. */
function addressIn(text: string, { thing, args }: Making): string | undefined {
  const all = [...text.matchAll(address)]
    .map(([found]) => ending.replace(found, ''))
    // What a service calls itself by is no address for a person.
    .filter((one) => !/^https?:\/\/api\.|\/(?:reactions|replies)\b|\{/.test(one));
  const known = all.filter((one) =>
    /\/(?:pull|issues?|merge_requests|releases|discussions|comments?|tasks?|browse|actions\/runs)\/|comment/i.test(
      one,
    ),
  );
  if (known.length > 0) return known.at(-1);
  if (thing === 'request') return args[0]?.startsWith('http') ? args[0] : undefined;
  return thing === 'deployment' ? all.at(-1) : undefined;
}

function idIn(url: string | undefined, text: string): string | undefined {
  const numbered =
    url === undefined
      ? undefined
      : /\/(?:pull|issues?|merge_requests|discussions|runs)\/([\w-]{1,40})/.exec(url)?.[1];
  if (numbered !== undefined) return /^\d/.test(numbered) ? `#${numbered}` : numbered;
  const member = /"(?:identifier|key|iid|number)"\s{0,3}:\s{0,3}"?([\w-]{1,40})/.exec(text)?.[1];
  if (member !== undefined) return member;
  return /\b(?:[Cc]reated|[Uu]pdated|[Cc]losed|[Aa]dded)\b[^\n]{0,40}?\b([A-Za-z]{1,14}-[0-9a-z][0-9a-z.]{0,14})\b/.exec(
    text,
  )?.[1];
}

/** A later look at a thing that is known tells its state. */
function look(state: Outside, call: KnownCall, text: string): void {
  const told =
    /"state"\s{0,3}:\s{0,3}"(OPEN|CLOSED|MERGED|open|closed|merged)"|^state:\s{1,4}(\w{3,12})/m.exec(
      text,
    );
  const seen = (told?.[1] ?? told?.[2])?.toLowerCase();
  if (seen === undefined) return;
  const asked = call.command ?? call.given ?? '';
  for (const [key, row] of entriesOf(state)) {
    const number = row.id?.replace(/^#/, '');
    if (number === undefined || !asked.includes(number)) continue;
    const isDraft = /"isDraft"\s{0,3}:\s{0,3}true/.test(text);
    const old = getRow(state, key)!;
    putRow(state, key, { ...old, state: isDraft ? 'draft' : seen }, limits.outside);
  }
}
