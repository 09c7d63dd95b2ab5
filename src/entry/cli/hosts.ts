import { abilities } from '../../app/hosts/abilities.ts';
import { type HostRow, type Proof, survivalTable } from '../../app/hosts/survival-table.ts';
import { rangeText, standingIn, type TestedRange } from '../../app/hosts/tested-range.ts';
import { withClientVersions } from '../../app/install/client-version.ts';
import { shelfTitle, shelvesHere } from '../../app/install/shelf.ts';
import { hosts } from '../../hosts/registry.ts';
import proof from '../../hosts/tested.json' with { type: 'json' };
import { columnsOf } from './columns.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { table } from './table.ts';
import { testedRanges } from './tested-ranges.ts';
import { wrap } from './wrap.ts';

export const addHosts: AddCommand = (program, bind) => {
  const command = program
    .command('hosts')
    .description('Show what works on which client, and how far it was tested')
    .option('--json', 'print the result as JSON');
  bind(command, showHosts);
};

async function showHosts(context: CliContext): Promise<Outcome> {
  const rows = survivalTable(hosts, proof as Proof);
  const { hosts: installs, clients = {} } = await withClientVersions(context.install);
  const here = installs.flatMap(({ host, title }) => {
    const found = clients[host];
    return found === undefined ? [] : [foundText(title, found, testedRanges[host] ?? {})];
  });
  const shelves = shelvesHere(context.install);
  const known = new Map(hosts.map(({ id, capabilities }) => [id, capabilities]));
  return {
    text: [
      hostsText(rows, context.width),
      ...(here.length === 0
        ? []
        : ['', wrap(`On this machine: ${here.join(', ')}.`, context.width)]),
      ...shelves.map((one) =>
        wrap(`Installed by the client itself: ${shelfTitle(one)}.`, context.width),
      ),
    ].join('\n'),
    verbatim: true,
    data: {
      hosts: rows.map((row) => ({
        ...row,
        oldestTested: testedRanges[row.id]?.oldest,
        found: clients[row.id],
        shelf: shelves.find(({ install }) => install.host === row.id)?.version,
        capabilities: known.get(row.id),
      })),
      meaning: Object.fromEntries(abilities.map(({ name, title }) => [name, title])),
    },
  };
}

function foundText(title: string, found: string, range: TestedRange): string {
  const standing = standingIn(range, found);
  const apart = standing === 'older' || standing === 'newer' ? ` (${standing} than tested)` : '';
  return `${title} ${found}${apart}`;
}

/** The table as a person sees it, at most `width` columns wide: a list where the table has no room. */
export function hostsText(rows: readonly HostRow[], width = 80): string {
  const columns = ['host', ...abilities.map(({ name }) => name)].map((title) => ({ title }));
  const cells = rows.map((row) => [
    row.title,
    ...abilities.map(({ name }) => row.abilities[name]!),
  ]);
  const tested = rows.filter((row) => row.version !== undefined);
  const versions = tested.map(({ id, title, version }) => {
    const range = { newest: version, oldest: testedRanges[id]?.oldest };
    return `${title} ${rangeText(range)}`;
  });
  const whole = table(columns, cells);
  const fits = whole.split('\n').every((line) => columnsOf(line) <= width);
  return [
    fits ? whole : rows.map((row) => listOf(row, width)).join('\n'),
    '',
    ...abilities.map(({ name, title }) => meaning(name, title, width)),
    '',
    ...states.map(([name, title]) => meaning(name, title, width)),
    '',
    wrap(`Tested on ${versions.join(', ') || 'no client yet'}.`, width),
  ].join('\n');
}

const states = [
  ['works', 'every test of it passed on the real client in the last full test run'],
  ['built', 'implemented, not fully tested on the real client'],
  ['docs', "made from the host's documents, never run"],
  ['-', 'the client cannot do it'],
] as const;

/** A client with what it can do, by how far that is proved. */
function listOf(row: HostRow, width: number): string {
  const lines = states.flatMap(([state]) => {
    const own = abilities.flatMap(({ name }) => (row.abilities[name] === state ? [name] : []));
    return own.length === 0 ? [] : [hanging(`  ${state.padEnd(7)}`, own.join(' '), width)];
  });
  return [row.title, ...lines].join('\n');
}

function meaning(name: string, title: string, width: number): string {
  return hanging(name.padEnd(7), title, width);
}

/** A text behind its name; its further lines stand below its first. */
function hanging(lead: string, text: string, width: number): string {
  return wrap(text, width - lead.length)
    .split('\n')
    .map((line, at) => (at === 0 ? lead : ' '.repeat(lead.length)) + line)
    .join('\n');
}
