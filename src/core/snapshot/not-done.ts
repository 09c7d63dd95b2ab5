import { onShort } from '../bounded-match.ts';
import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { gitRuns } from './git-words.ts';
import { lengths } from './limits.ts';
import { isScratch, resolvePath } from './paths.ts';
import { sentencesIn } from './sentences.ts';
import { isTestCommand } from './test-command.ts';

type Claim = 'tests' | 'pushed' | 'committed' | 'deployed';

export interface NotDone {
  /** Files that were changed after the last test run, and the first such change. */
  since: string[];
  from?: Provenance;
  tested?: { command: string; how: string };
  /** Calls at which these were last seen to go well; of `changed`: the last edit. */
  seen: Partial<Record<Claim | 'changed', number>>;
  /** What the agent said to have done and the record does not show. */
  claims: { claim: Claim; text: string; from: Provenance }[];
}

const mostFiles = 12;
const prose = /\.(?:md|mdx|txt|rst|adoc)$/i;
const claimWords: readonly [Claim, Pick<RegExp, 'test'>][] = [
  [
    'tests',
    onShort(
      /\btests?\b.{0,40}\b(?:pass(?:es|ed|ing)?|are green|is green)\b|\btests laufen durch\b|\btests sind gr\u00fcn\b/i,
      200,
    ),
  ],
  ['pushed', /\b(?:pushed|gepusht|pouss\u00e9|pusheado)\b/i],
  ['committed', /\b(?:committed|commited)\b/i],
  ['deployed', /\b(?:deployed|d\u00e9ploy\u00e9|desplegado)\b/i],
];
/** A sentence that says it is not so, will be, or asks. */
const unsure =
  /\b(?:not|never|no|nicht|if|when|once|should|would|could|will|can|may|before|after|until|unless|want|need|to be|still|already|previously|was|were|had|user|you|parent|upstream)\b|n['\u2019]t\b|\?/i;
const mostClaims = 4;

/** What is not done by the record: tests after the last change, and what the agent said to have done and no call did. */
export const notDone: Family<NotDone> = {
  initial: () => ({ since: [], seen: {}, claims: [] }),

  step(state: NotDone, item: ConversationItem, context: FoldContext): void {
    if (item.type === 'assistant' && context.told !== undefined)
      claimed(state, context.told, context);
    const { call } = context;
    if (item.type !== 'result' || call === undefined) return;
    if (call.kind === 'edit' || call.kind === 'write') {
      if (!succeeded(item)) return;
      state.seen.changed = call.index;
      const paths = call.paths.map((path) => resolvePath(path, call.cwd));
      for (const path of paths.filter((one) => !prose.test(one) && !isScratch(one, call.cwd))) {
        if (state.since.length === 0) state.from = context.from;
        if (!state.since.includes(path)) state.since = [...state.since, path].slice(-mostFiles);
      }
    } else if (call.kind === 'shell' && call.command !== undefined)
      ran(state, call.command, item, call.index);
  },

  facts: ({ since, from, tested, claims }) => [
    ...(since.length > 0 && from !== undefined
      ? [
          {
            kind: 'not-done' as const,
            value: since.join(', '),
            detail:
              tested === undefined
                ? 'no test run is in the record'
                : `last test run before: ${tested.command} (${tested.how})`,
            state: 'not tested',
            from,
          },
        ]
      : []),
    ...claims.map(
      (one): Fact => ({
        kind: 'not-done',
        value: `the agent wrote "${one.text}"`,
        detail: 'no call in the record shows it',
        state: 'claimed',
        from: one.from,
      }),
    ),
  ],
};

function ran(
  state: NotDone,
  command: string,
  item: ConversationItem & { type: 'result' },
  index: number,
): void {
  const { outcome, exitCode } = item.result;
  if (outcome === 'denied' || outcome === 'interrupted') return;
  const well = succeeded(item);
  if (isTestCommand(command)) {
    state.since = [];
    delete state.from;
    const how = well ? 'ok' : exitCode ? `exit ${exitCode}` : outcome;
    state.tested = { command: keep(command.replace(/\s+/g, ' '), 160), how };
    if (well) settle(state, 'tests', index);
  }
  if (!well) return;
  if (gitRuns(command, /\bpush\b/)) settle(state, 'pushed', index);
  if (gitRuns(command, /\b(?:commit|merge|rebase|cherry-pick)\b/))
    settle(state, 'committed', index);
  if (/\b(?:deploy|publish|apply|upgrade|release)\b/.test(command))
    settle(state, 'deployed', index);
}

function settle(state: NotDone, claim: Claim, index: number): void {
  state.seen[claim] = index;
  state.claims = state.claims.filter((one) => one.claim !== claim);
}

function claimed(state: NotDone, told: string, { from }: FoldContext): void {
  // Most texts claim nothing.
  if (!/test|push|pouss|commit|ploy|desple/i.test(told)) return;
  const lines = told.split('\n').map((text) => ({ text, pasted: false }));
  for (const { text } of sentencesIn(lines)) {
    if (text.length > 200 || unsure.test(text)) continue;
    for (const [claim, words] of claimWords) {
      if (!words.test(text) || isShown(state, claim)) continue;
      const kept = { claim, text: keep(text, lengths.claim), from };
      state.claims = [...state.claims.filter((one) => one.claim !== claim), kept].slice(
        -mostClaims,
      );
    }
  }
}

/** Tests are shown by a run behind the last edit, a push by one not before the last commit, all else by a call that ever went well. */
function isShown({ seen }: NotDone, claim: Claim): boolean {
  const at = seen[claim];
  if (at === undefined) return false;
  if (claim === 'tests') return at > (seen.changed ?? -1);
  return claim !== 'pushed' || at >= (seen.committed ?? -1);
}
