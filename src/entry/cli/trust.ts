import { projectSwitches } from '../../app/config/project-switches.ts';
import {
  editablePaths,
  recordTrust,
  switchList,
  type TrustItem,
  trustList,
} from '../../app/trust.ts';
import { allowList, allowName } from '../../app/worker/allow.ts';
import { Fault } from '../../core/errors.ts';
import { oddPattern } from './allow-patterns.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { mustBePerson } from './inside-session.ts';
import { showUntrusted } from './untrusted-files.ts';

interface TrustOptions {
  list?: boolean;
  edits?: boolean;
}

export const addTrust: AddCommand = (program, bind) => {
  const command = program
    .command('trust')
    .description("Trust this project's committed configuration as it is now")
    .option('--list', 'only list the files and whether they are trusted')
    .option('--edits', 'trust the forms of summary and memory with their later edits')
    .option('--no-edits', 'ask again after each edit of these forms')
    .option('--json', 'print the result as JSON');
  bind<TrustOptions>(command, trust);
};

async function trust(context: CliContext, options: TrustOptions): Promise<Outcome> {
  if (!options.list) mustBePerson(context, 'Trusting');
  if (options.edits !== undefined && !options.list) return trustEdits(context, options.edits);
  const items = everyItem(context);
  const listed = items.map(({ path, hash, state }) => ({ path, hash, state }));
  const data = (trusted: boolean) => ({ project: context.project, trusted, files: listed });
  const lines = items.map(lineOf);
  if (items.length === 0) {
    return { text: `There is nothing to trust in ${context.project}.`, data: data(true) };
  }
  // A list by which nothing can be allowed is not trusted; the rest of the project does not wait for it.
  const odd = items.flatMap((item) => oddList(item) ?? []);
  const usable = items.filter((item) => oddList(item) === undefined);
  const settled = usable.every((item) => item.state === 'trusted');
  if (options.list) return { text: lines.join('\n'), data: data(settled && odd.length === 0) };
  if (settled && odd.length > 0) throw odd[0]!;
  if (settled) return { text: 'Everything in this project is trusted as it is.', data: data(true) };
  context.say(`In ${context.project}:\n${usable.map(lineOf).join('\n')}\n\n`);
  showUntrusted(context, usable);
  if (!(await context.ask('Have you read these, and may they take effect?'))) {
    return { text: 'Nothing was changed.', failed: true, data: data(false) };
  }
  recordTrust(context.install, context.paths.trust, context.project, usable);
  return {
    text: `Trusted: ${counted(usable.length, 'file')}. A change asks again.`,
    data: data(odd.length === 0),
    ...(odd.length > 0 && {
      warning: odd.map(({ message, hint }) => `Not trusted: ${message} ${hint}`).join('\n'),
    }),
  };
}

/** Why the list of a ticket cannot be trusted; undefined for all else, and for what is trusted already. */
function oddList({ path, text, state }: TrustItem): Fault | undefined {
  const isList = path === allowName(path.slice(path.lastIndexOf('/') + 1).replace(/#allow$/, ''));
  if (!isList || state === 'trusted') return undefined;
  return oddPattern(text.trimEnd().split('\n'), path);
}

/** Trusts the forms of the project with what they say later, or only as they are now. */
async function trustEdits(context: CliContext, edits: boolean): Promise<Outcome> {
  const { install, paths, project } = context;
  const items = trustList(install.disk, paths.trust, project).filter(({ path }) =>
    editablePaths.includes(path),
  );
  const data = (trusted: boolean) => ({ project, edits: trusted ? [...editablePaths] : [] });
  if (!edits) {
    // What was never trusted does not become so.
    const known = items.filter((item) => item.edits);
    recordTrust(install, paths.trust, project, known, []);
    return {
      text: 'The forms are trusted as they are now. An edit asks again.',
      data: data(false),
    };
  }
  if (items.length === 0) {
    throw new Fault('not-found', `There is nothing to trust with --edits in ${project}.`, {
      hint: `Create ${editablePaths.join(' or ')} first.`,
    });
  }
  context.say(`In ${project}:\n${items.map(lineOf).join('\n')}\n\n`);
  showUntrusted(context, items);
  const question = 'May these forms take effect, and every later edit of them without asking?';
  if (!(await context.ask(question))) {
    return { text: 'Nothing was changed.', failed: true, data: data(false) };
  }
  recordTrust(install, paths.trust, project, items, editablePaths);
  return {
    text: `Trusted with later edits: ${editablePaths.join(', ')}. "holdfast trust --no-edits" takes it back.`,
    data: data(true),
  };
}

function lineOf({ path, state, edits }: TrustItem): string {
  return `  ${path}: ${words[state]}${edits ? ', with later edits' : ''}`;
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
