import { basename, resolve } from 'node:path';
import {
  checkFiles,
  type DefinitionFile,
  definitionFiles,
} from '../../app/workflow/definitions.ts';
import { Fault } from '../../core/errors.ts';
import { relativeTo } from '../../core/task/path.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { definitionPlaces } from './workflow-places.ts';

/** Says what is wrong with workflow files. */
export function checkDefinitions(context: CliContext, _: object, named: string[]): Outcome {
  const paths = (named as (string | string[])[]).flat().map((name) => resolve(context.cwd, name));
  const known = definitionFiles(definitionPlaces(context));
  const given = paths
    .filter((path) => !known.some((file) => file.path === path))
    .map((path) => fileAt(context, path));
  const checked = checkFiles([...given, ...known]).filter(({ file }) =>
    paths.length === 0 ? file.source !== 'shipped' : file.path && paths.includes(file.path),
  );
  const faults = checked.flatMap(({ file, faults: own }) =>
    own.map(({ line, what }) => ({ file: file.path ?? file.name, line, what })),
  );
  const lines = faults.map(
    ({ file, line, what }) =>
      `${relativeTo(file, context.project)}:${line}: ${untrusted(what, 600)}.`,
  );
  const sound = `${counted(checked.length, 'workflow')} checked, no problems.`;
  return {
    text: lines.length === 0 ? sound : lines.join('\n'),
    verbatim: true,
    failed: faults.length > 0,
    data: { checked: checked.map(({ file }) => file.path ?? file.name), faults },
  };
}

function fileAt(context: CliContext, path: string): DefinitionFile {
  const text = context.install.disk.readText(path);
  if (text === undefined) {
    throw new Fault('not-found', `There is no readable file ${path}.`, {
      hint: 'Give the path of a workflow file.',
    });
  }
  return { source: 'own', path, name: basename(path), text };
}
