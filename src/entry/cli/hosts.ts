import { abilities } from '../../app/hosts/abilities.ts';
import { type HostRow, type Proof, survivalTable } from '../../app/hosts/survival-table.ts';
import { rangeText, standingIn, type TestedRange } from '../../app/hosts/tested-range.ts';
import { withClientVersions } from '../../app/install/client-version.ts';
import { shelfTitle, shelvesHere } from '../../app/install/shelf.ts';
import { hosts } from '../../hosts/registry.ts';
import proof from '../../hosts/tested.json' with { type: 'json' };
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
      hostsText(rows),
      ...(here.length === 0 ? [] : ['', wrap(`On this machine: ${here.join(', ')}.`, 80)]),
      ...shelves.map((one) => wrap(`Installed by the client itself: ${shelfTitle(one)}.`, 80)),
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

/** The table as a person sees it, at most 80 columns wide. */
export function hostsText(rows: readonly HostRow[]): string {
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
  return [
    table(columns, cells),
    '',
    ...abilities.map(({ name, title }) => `${name.padEnd(7)}${title}`),
    '',
    'works  every test of it passed on the real client in the last full test run',
    'built  implemented, not fully tested on the real client',
    "docs   made from the host's documents, never run",
    '-      the client cannot do it',
    '',
    wrap(`Tested on ${versions.join(', ') || 'no client yet'}.`, 80),
  ].join('\n');
}
