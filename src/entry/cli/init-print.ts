import type { InstallRequest } from '../../app/install/context.ts';
import { managedFile } from '../../app/install/managed.ts';
import { type Fragment, planFragments, planRuntimeAlone } from '../../app/install/print.ts';
import { installRuntime } from '../../app/install/runtime.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { basisOf } from './init-text.ts';

/** `init --print`: what goes into which file, for settings that init must not or cannot write. Writes nothing. */
export function printFragments(context: CliContext, request: InstallRequest): Outcome {
  const { fragments, notices } = planFragments(context.install, request);
  const parts = fragments.map((one) => `${heading(one)}\n\n${one.text.trimEnd()}\n`);
  const trusting = [
    ...new Set(fragments.flatMap(({ target }) => target.install.trust?.byHand ?? [])),
  ];
  const text = [
    ...(notices.length > 0 ? [`${notices.join('\n')}\n`] : []),
    ...parts,
    ...trusting,
    end(context),
  ];
  const data = fragments.map(({ target, text: content, managed }) => ({
    host: target.install.host,
    scope: target.scope,
    file: target.file,
    ...(managed && { managedFiles: managed }),
    text: content,
  }));
  return {
    text: text.join('\n'),
    verbatim: true,
    data: {
      print: true,
      fragments: data,
      starts: context.paths.launcher,
      notices: [...notices, ...trusting],
    },
  };
}

function heading({ target, managed }: Fragment): string {
  const { install, file } = target;
  const first = `${install.title}${basisOf(target)}: into ${file}`;
  const own = managed && managedFile(target.install, process.platform);
  if (own === undefined) return `${first}:`;
  return `${first},\nor, as an administrator and for everyone, into ${own}:`;
}

function end({ paths }: CliContext): string {
  return [
    `Nothing was written. These settings start programs in ${paths.home}.`,
    'Put them there with "holdfast init --no-settings", now and after each update of Holdfast. Then run "holdfast doctor".',
  ].join('\n');
}

/** `init --no-settings`: what hooks and clients start, without a word in any settings. */
export function installAlone(
  context: CliContext,
  request: InstallRequest & { dryRun?: boolean },
): Outcome {
  const files = planRuntimeAlone(context.install, request);
  const paths = files.map(({ path }) => path);
  const { dryRun = false } = request;
  const data = { dryRun, targets: [], files: paths };
  if (files.length === 0) {
    return { text: 'Nothing to do: what hooks start is in place.', data };
  }
  if (dryRun) {
    return { text: paths.map((path) => `Would write ${path}`).join('\n'), verbatim: true, data };
  }
  installRuntime(context.install, files);
  const lines = [
    `What hooks start is in ${context.paths.home}. No client's settings were changed.`,
    'Next: "holdfast init --print" shows what goes into them.',
  ];
  return { text: lines.join('\n'), data };
}
