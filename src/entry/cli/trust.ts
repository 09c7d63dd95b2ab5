import { projectSwitches } from '../../app/config/project-switches.ts';
import { recordTrust, switchList, type TrustItem, trustList } from '../../app/trust.ts';
import { allowList } from '../../app/worker/allow.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { mustBePerson } from './inside-session.ts';
import { showUntrusted } from './untrusted-files.ts';

interface TrustOptions {
  list?: boolean;
}

export const addTrust: AddCommand = (program, bind) => {
  const command = program
    .command('trust')
    .description("Trust this project's committed configuration as it is now")
    .option('--list', 'only list the files and whether they are trusted')
    .option('--json', 'print the result as JSON');
  bind<TrustOptions>(command, trust);
};

async function trust(context: CliContext, options: TrustOptions): Promise<Outcome> {
  if (!options.list) mustBePerson(context, 'Trusting');
  const items = everyItem(context);
  const listed = items.map(({ path, hash, state }) => ({ path, hash, state }));
  const data = (trusted: boolean) => ({ project: context.project, trusted, files: listed });
  const lines = items.map((item) => `  ${item.path}: ${words[item.state]}`);
  if (items.length === 0) {
    return { text: `There is nothing to trust in ${context.project}.`, data: data(true) };
  }
  const settled = items.every((item) => item.state === 'trusted');
  if (options.list) return { text: lines.join('\n'), data: data(settled) };
  if (settled) return { text: 'Everything in this project is trusted as it is.', data: data(true) };
  context.say(`In ${context.project}:\n${lines.join('\n')}\n\n`);
  showUntrusted(context, items);
  if (!(await context.ask('Have you read these, and may they take effect?'))) {
    return { text: 'Nothing was changed.', failed: true, data: data(false) };
  }
  recordTrust(context.install, context.paths.trust, context.project, items);
  return {
    text: `Trusted: ${counted(items.length, 'file')}. A change asks again.`,
    data: data(true),
  };
}

/** What is ours in the project, and what settings of hosts say about us there; those of this folder too. */
function everyItem({ install, paths, project, cwd }: CliContext): TrustItem[] {
  const folders = [...new Set([project, cwd])];
  const switches = install.hosts.flatMap((host) =>
    folders.flatMap((folder) => projectSwitches(install.disk, host.settings, folder)),
  );
  return [
    ...trustList(install.disk, paths.trust, project),
    ...allowList(install.disk, paths.trust, project),
    ...switchList(install.disk, paths.trust, project, switches),
  ];
}

const words = {
  trusted: 'trusted',
  changed: 'changed since it was trusted',
  new: 'not trusted yet',
};
