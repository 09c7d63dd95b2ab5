import { recordTrust, trustList } from '../../app/trust.ts';
import { Fault } from '../../core/errors.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { refuseInsideSession } from './inside-session.ts';
import { clip } from './table.ts';

interface TrustOptions {
  list?: boolean;
}

export const addTrust: AddCommand = (program, bind) => {
  const command = program
    .command('trust')
    .description("Let this project's committed configuration take effect, as it is now")
    .option('--list', 'only say what there is and whether it is trusted')
    .option('--json', 'print the result as JSON');
  bind<TrustOptions>(command, trust);
};

async function trust(context: CliContext, options: TrustOptions): Promise<Outcome> {
  if (!options.list) mustBePerson(context);
  const { disk } = context.install;
  const items = trustList(disk, context.paths.trust, context.project);
  const data = (trusted: boolean) => ({ project: context.project, trusted, files: items });
  const lines = items.map((item) => `  ${item.path}: ${words[item.state]}`);
  if (items.length === 0) {
    return { text: `There is nothing to trust in ${context.project}/.holdfast.`, data: data(true) };
  }
  const settled = items.every((item) => item.state === 'trusted');
  if (options.list) return { text: lines.join('\n'), data: data(settled) };
  if (settled) return { text: 'Everything in this project is trusted as it is.', data: data(true) };
  context.say(`In ${context.project}:\n${lines.join('\n')}\n\n`);
  const open = items.filter((item) => item.state !== 'trusted');
  for (const { path } of open)
    context.say(`${content(disk.readText(`${context.project}/${path}`), path)}\n\n`);
  if (!(await context.ask('Have you read these, and may they take effect?'))) {
    return { text: 'Nothing was changed.', failed: true, data: data(false) };
  }
  recordTrust(context.install, context.paths.trust, context.project);
  return {
    text: `Trusted: ${counted(items.length, 'file')}. A change asks again.`,
    data: data(true),
  };
}

const shownLines = 40;
const shownWidth = 200;

/** A file's beginning as a person is to read it: control characters, which could hide text, are made visible. */
function content(text: string | undefined, path: string): string {
  const all = (text ?? '').replace(/\n$/, '').split('\n');
  const shown = all.slice(0, shownLines).map((line) => `  | ${clip(visible(line), shownWidth)}`);
  const rest = all.length - shown.length;
  return [path, ...shown, ...(rest > 0 ? [`  … ${counted(rest, 'more line')}`] : [])].join('\n');
}

function visible(line: string): string {
  return line
    .replace(/\r$/, '')
    .replaceAll('\t', '    ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

function mustBePerson(context: CliContext): void {
  refuseInsideSession(context, 'Trusting');
  if (context.interactive) return;
  throw new Fault('refused', 'Trusting is for a person at a terminal.', {
    hint: 'Run "holdfast trust" in a terminal, or "holdfast trust --list" to see what there is.',
  });
}

const words = {
  trusted: 'trusted',
  changed: 'changed since it was trusted',
  new: 'not trusted yet',
};
