import type { HostRow } from '../extras.ts';
import type { ArmFigures } from '../measure.ts';
import { budgets, chainKinds, furtherKinds } from '../measure.ts';
import type { Rate } from '../score/bootstrap.ts';
import { publishedKinds } from '../truth/fact.ts';
import { cell, percent, spelled, table, thousands, whole, wrap } from './format.ts';
import type { Results } from './results.ts';
import { armNamed } from './results.ts';

const short: Readonly<Record<string, string>> = {
  host: 'host',
  lists: 'lists',
  git: 'git',
  plan: 'plan',
  tail2k: 'tail2k',
  tail10k: 'tail10k',
  random: 'random',
  'context-mode': 'ctx',
  'planning-with-files': 'pwf',
  brief: 'brief',
  all: 'b+loss',
};

/** The whole report as lines of at most 80 columns. */
export function report(results: Results): string[] {
  return [
    ...heading(results),
    ...targetTable(results),
    ...recallTable(results, 'alone'),
    ...recallTable(results, 'withHost'),
    ...publishedTable(results),
    ...lengthTable(results),
    ...chainTable(results),
    ...precisionTable(results),
    ...differenceTable(results),
    ...otherTables(results),
    ...results.notes.flatMap((note) => wrap(note)),
  ];
}

function title(text: string): string[] {
  return ['', text, '-'.repeat(text.length)];
}

function heading({ versions, sample }: Results): string[] {
  const { sessions, labels } = sample;
  const boundaries = sessions.reduce((sum, one) => sum + one.boundaries, 0);
  const facts = sessions.reduce((sum, one) => sum + one.facts, 0);
  return [
    'What survives a compaction',
    '==========================',
    ...wrap(
      `holdfast ${versions.holdfast}. ${sessions.length} real sessions of Claude Code ` +
        `(${versions.hosts.join(', ')}), ${boundaries} compactions, all of them automatic, ${facts} facts. ` +
        `${sessions.filter((one) => one.split === 'dev').length} sessions are for tuning, ` +
        `${sessions.filter((one) => one.split === 'held-out').length} are held out by the hash of their name; ` +
        'but whoever tuned this version had sight of all of them, so every figure below is one of TUNED sessions.',
    ),
    ...wrap(
      'Percent are micro means; in square brackets 95 % intervals, drawn over sessions. Where a row has fewer than ' +
        'ten sessions, bare counts stand in it and nothing is claimed. Lexical recall says what is there to be read, ' +
        'not what an agent does with it.',
    ),
    ...wrap(
      `Hand labels: ${labels.labels} in ${labels.messages} messages before ${labels.boundaries} boundaries and ends, ` +
        `read twice by one reader; ${labels.confirmed} found both times with the same kind, which count ` +
        `(same on ${whole(labels.same)} % of the messages, kappa ${labels.kappa.toFixed(2)}).`,
    ),
  ];
}

function targetTable({ targets }: Results): string[] {
  return [
    ...title('To reach'),
    ...targets.flatMap(({ measure, wanted, found, reached }) => {
      const verdict = reached === undefined ? 'no claim' : reached ? 'reached' : 'NOT REACHED';
      return [
        `${`${measure}: ${wanted}`.padEnd(66)} ${verdict.padStart(12)}`,
        ...wrap(found, '  ', '  '),
      ];
    }),
  ];
}

const shownAlone = [
  'host',
  'lists',
  'git',
  'tail10k',
  'random',
  'context-mode',
  'brief',
  'all',
  'composed',
];
const shownTogether = ['lists', 'git', 'tail10k', 'random', 'context-mode', 'brief', 'all'];

function recallTable({ arms }: Results, which: 'alone' | 'withHost'): string[] {
  const shown = (which === 'alone' ? shownAlone : shownTogether)
    .map((id) => armNamed(arms, id))
    .filter((arm) => arm.cases > 0);
  const row = (name: string, of: (arm: ArmFigures) => Rate | undefined): string[] => {
    const rates = shown.map(of);
    const known = rates.find((rate) => rate !== undefined);
    return [name, ...rates.map(cell), String(known?.total ?? 0), String(known?.sessions ?? 0)];
  };
  const names = shown.map((arm) => (which === 'alone' ? '' : 'h+') + (short[arm.id] ?? arm.id));
  return [
    ...title(
      which === 'alone'
        ? 'Recall of each arm alone'
        : 'Recall together with the host’s summary (h+)',
    ),
    ...table([
      ['kind', ...names, 'n', 's'],
      ...publishedKinds.map((kind) => row(kind, (arm) => arm[which][kind])),
      row('published, micro', (arm) => arm[which].published),
      ['published, macro', ...shown.map((arm) => percent(arm.macro[which]))],
      row('used next', (arm) => arm[which].hindsight),
      ...furtherKinds
        .filter((kind) => shown.some((arm) => arm[which][kind]?.total))
        .map((kind) => row(kind, (arm) => arm[which][kind])),
      row('all kinds, micro', (arm) => arm[which]['all kinds']),
    ]),
    ...(which === 'alone'
      ? wrap(
          'n: facts, s: sessions with such facts. "used next": known files that the next 20 calls read or changed. ' +
            'lists is made by the scorer’s own readers: for files, tests, plans and todos a floor and no result. ' +
            'ctx: context-mode; b+loss: brief and loss report. Kinds from user.constraint on are labelled by hand.',
        )
      : []),
  ];
}

/** Host rates of the first figures, on 78 boundaries. */
const firstFigures: Readonly<Record<string, string>> = {
  'file.modified': '96.0 [92-99]',
  'file.uncommitted': '97.5 [94-99]',
  'file.read_only': '45.1 [34-54]',
  commit: '52.0 [32-74]',
  'cmd.family': '22.9 [16-30]',
  'test.failing_now': '4/7',
  'plan.path': '2/5',
  'todo.open': '13/14',
  'user.prompt': '87.4 [83-92]',
  hindsight: '93.1 [87-98]',
  published: '67.8',
};

function publishedTable({ arms }: Results): string[] {
  const host = armNamed(arms, 'host');
  return [
    ...title('The host’s summary against the first figures (78 boundaries, a larger sample)'),
    ...table([
      ['kind', 'first figures', 'here', 'counts', 's'],
      ...Object.entries(firstFigures).map(([kind, first]) => {
        const rate = host.alone[kind];
        const interval =
          rate?.low === undefined || rate.high === undefined
            ? ''
            : ` [${whole(rate.low)}-${whole(rate.high)}]`;
        return [
          kind,
          first,
          `${percent(rate?.rate)}${interval}`,
          `${rate?.hits}/${rate?.total}`,
          String(rate?.sessions),
        ];
      }),
    ]),
  ];
}

function lengthTable({ arms }: Results): string[] {
  return [
    ...title('Length, recall of the first N characters, rescue'),
    ...table([
      ['arm', 'version', 'n', 'median', ...budgets.map((at) => `R@${at}`), 'rescued', 'per 1,000'],
      ...arms
        .filter((arm) => arm.id !== 'empty')
        .map((arm) => [
          short[arm.id] ?? arm.id,
          /\d/.test(arm.version) ? arm.version : '',
          String(arm.cases),
          thousands(arm.characters),
          ...budgets.map((at) => cell(arm.atBudget[at])),
          arm.id === 'host' ? '-' : `${arm.rescue.rescued}/${arm.rescue.lost}`,
          arm.id === 'host' ? '-' : percent(arm.rescue.perThousand),
        ]),
    ]),
    ...wrap(
      'median: characters at a boundary. R@N: published kinds in the arm’s first N characters. rescued: of the facts ' +
        'that the summary lost, those that stand in the arm’s text; per 1,000: percent of the lost facts for each ' +
        'thousand characters. plan and pwf have something to say only where a session has a plan.',
    ),
  ];
}

function chainTable({ arms }: Results): string[] {
  const shown = ['host', 'lists', 'context-mode', 'brief', 'all']
    .map((id) => armNamed(arms, id))
    .filter((arm) => arm.cases > 0);
  const rows = Object.keys(chainKinds).flatMap((name) =>
    [1, 2, 3].map((generation) => {
      const rates = shown.map((arm) => arm.chain[`${name} g${generation}`]?.withHost);
      return [`${name}, ${generation}`, ...rates.map(cell), String(rates[0]?.sessions ?? 0)];
    }),
  );
  const halves = shown.map((arm) => {
    const half = arm.chain['all published g2']?.halfLife;
    return half === undefined ? '-' : half.toFixed(1);
  });
  return [
    ...title('What is still known one, two and three compactions later'),
    ...table([
      [
        'kind, compactions',
        ...shown.map((arm) => (arm.id === 'host' ? 'host' : `h+${short[arm.id]}`)),
        's',
      ],
      ...rows,
      ['half-life', ...halves],
    ]),
    ...wrap(
      'Facts of one segment, asked at the boundary that ends it (1) and at the ones behind it. half-life: compactions ' +
        'after which half of them are gone, from the first two; "-" where nothing is lost between them. First figures: ' +
        'user messages 140/154, then 25/154; modified files 64/64, then 40/64.',
    ),
  ];
}

function precisionTable({ arms }: Results): string[] {
  const shown = arms.filter((arm) => arm.cases > 0 && arm.id !== 'empty');
  return [
    ...title('Precision, staleness, word for word, cost'),
    ...table([
      [
        'arm',
        'roles',
        'stale',
        'trail F1',
        'need20',
        'need',
        'verbatim',
        'h+verb.',
        'dup.',
        'pointers',
      ],
      ...shown.map((arm) => [
        short[arm.id] ?? arm.id,
        cell(arm.roles),
        cell(arm.stale),
        percent(arm.artifacts?.f1),
        cell(arm.need.next),
        cell(arm.need.later),
        cell(arm.verbatim.alone),
        cell(arm.verbatim.withHost),
        arm.id === 'host' ? '-' : cell(arm.duplicate),
        cell(arm.pointers),
      ]),
    ]),
    ...wrap(
      'roles: files that have the role which the text gives them. stale: of what a text says is so, what is no longer. ' +
        'trail F1: pairs of path and role, precision with recall. need20, need: known files and commands in the text ' +
        'that the next 20 calls, that any later call used. verbatim: the first 240 characters of messages under 1,200 ' +
        'that hold a rule word, unbroken; h+verb.: in summary and text together. dup.: words that the summary has ' +
        'too, in runs of four within a line. pointers: names of files in the text that are there. Only texts with a form ' +
        'of their own can be read for roles and staleness; the host’s prose cannot.',
    ),
    ...spelledRows(shown),
  ];
}

function spelledRows(arms: readonly ArmFigures[]): string[] {
  const all = armNamed(arms, 'all');
  return [
    `b+loss: roles ${spelled(all.roles)}`,
    `        stale ${spelled(all.stale)}`,
    `        missed facts that a told pointer leads to: ${spelled(all.restorable)}`,
  ];
}

function differenceTable({ arms }: Results): string[] {
  return [
    ...title('Paired differences, published kinds, each arm together with the summary'),
    ...table([
      ['arm', 'to host', '95 %', 'to h+lists', '95 %', 'dev', 'held-out', 's'],
      ...arms
        .filter((arm) => arm.cases > 0 && !['empty', 'host'].includes(arm.id))
        .map((arm) => {
          const { host, lists } = arm.against;
          return [
            short[arm.id] ?? arm.id,
            percent(host.difference),
            range(host.low, host.high),
            percent(lists.difference),
            range(lists.low, lists.high),
            cell(arm.split.dev),
            cell(arm.split['held-out']),
            String(host.sessions),
          ];
        }),
    ]),
  ];
}

function range(low: number | undefined, high: number | undefined): string {
  return low === undefined || high === undefined ? '' : `[${whole(low)}, ${whole(high)}]`;
}

/** The product's arms on another host in words; together with the host, but for what says otherwise. */
function productText({ product }: HostRow): string {
  return Object.entries(product)
    .map(
      ([arm, of]) =>
        `h+${arm}: published kinds ${spelled(of.published)}; by hand ${spelled(of.byHand)}; word for word ` +
        `${spelled(of.verbatim)}; ${arm} alone: published kinds ${spelled(of.alone)}; roles ` +
        `${spelled(of.roles)}; stale ${spelled(of.stale)}; median ${thousands(of.characters)} characters. `,
    )
    .join('');
}

function otherTables({ otherHosts, cuts, proof, arms }: Results): string[] {
  return [
    ...title('Other hosts, synthetic cuts, checks'),
    ...otherHosts.flatMap((row) =>
      wrap(
        `${row.host} (${row.versions.join(', ')}): ` +
          (row.boundaries === 0
            ? row.note
            : `${row.boundaries} ${row.boundaries === 1 ? 'boundary' : 'boundaries'}, ${row.sessions} ${row.sessions === 1 ? 'session' : 'sessions'}. Kept by the host: published kinds ` +
              `${spelled(row.alone)}; by hand ${spelled(row.byHand)}. ${productText(row)}${row.note}`),
        '  ',
      ),
    ),
    ...wrap(
      'gemini, qwen, copilot: no record with a real boundary in the material: format only, not scored.',
      '  ',
    ),
    ...wrap(
      `Synthetic cuts (never pooled with the rest): ${cuts.sessions} sessions of Claude Code without a compaction, cut at ` +
        `their end; no summary, so the brief alone. Published kinds ${spelled(cuts.published)}; by hand ` +
        `${spelled(cuts.byHand)}; word for word ${spelled(cuts.verbatim)}.`,
      '  ',
    ),
    ...wrap(
      `Replay of every event instead of the compactions alone: same bytes at ${proof.same} of ${proof.boundaries} ` +
        `boundaries (${proof.sessions} sessions).`,
      '  ',
    ),
    ...wrap(
      'Not measured here: summary with kept tail and re-attached files (these records hold neither; a real client has ' +
        'both, so the host is a lower bound); any behaviour of a model.',
      '  ',
    ),
    ...arms
      .filter((arm) => arm.notRun)
      .flatMap((arm) => wrap(`${arm.title} ${arm.version}: not run. ${arm.notRun}`)),
  ];
}
