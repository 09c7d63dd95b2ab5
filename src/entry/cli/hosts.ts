import { abilities } from '../../app/hosts/abilities.ts';
import { type HostRow, type Proof, survivalTable } from '../../app/hosts/survival-table.ts';
import { hosts } from '../../hosts/registry.ts';
import proof from '../../hosts/tested.json' with { type: 'json' };
import type { AddCommand, Outcome } from './command.ts';
import { table } from './table.ts';
import { wrap } from './wrap.ts';

export const addHosts: AddCommand = (program, bind) => {
  const command = program
    .command('hosts')
    .description('Show what works on which host, and how far that was tested')
    .option('--json', 'print the result as JSON');
  bind(command, showHosts);
};

function showHosts(): Outcome {
  const rows = survivalTable(hosts, proof as Proof);
  const known = new Map(hosts.map(({ id, capabilities }) => [id, capabilities]));
  return {
    text: hostsText(rows),
    verbatim: true,
    data: {
      hosts: rows.map((row) => ({ ...row, capabilities: known.get(row.id) })),
      meaning: Object.fromEntries(abilities.map(({ name, title }) => [name, title])),
    },
  };
}

/** The table as a person sees it, at most 80 columns wide. */
export function hostsText(rows: readonly HostRow[]): string {
  const columns = ['host', ...abilities.map(({ name }) => name)].map((title) => ({ title }));
  const cells = rows.map((row) => [
    row.title,
    ...abilities.map(({ name }) => row.abilities[name]!),
  ]);
  const tested = rows.filter((row) => row.version !== undefined);
  const versions = tested.map(({ title, version }) => `${title} ${version}`).join(', ');
  return [
    table(columns, cells),
    '',
    ...abilities.map(({ name, title }) => `${name.padEnd(7)}${title}`),
    '',
    'works  every test of it passed on the real client in the last full test run',
    'built  made, and not or not wholly tested there',
    "docs   made from the host's documents, never run",
    '-      the host has no way to do it',
    '',
    wrap(`Tested on ${versions || 'no client yet'}.`, 80),
  ].join('\n');
}
