import { Fault } from '../../core/errors.ts';
import { checkWorkflow } from '../../core/workflow/check.ts';
import {
  type DefinitionFault,
  everyStep,
  type Workflow,
  type WorkflowSource,
} from '../../core/workflow/definition.ts';
import { type ParsedWorkflow, parseWorkflow } from '../../core/workflow/parse.ts';
import type { Files } from '../ports.ts';
import { trustedText } from '../trust.ts';

/** Where definitions are looked for. */
export interface DefinitionPlaces {
  files: Files;
  trustFolder: string;
  project: string;
  /** The person's own folder of workflows. */
  own: string;
  /** Those that ship, by their file's name. */
  shipped: Record<string, string>;
}

/** A file that may hold a definition. */
export interface DefinitionFile {
  source: WorkflowSource;
  /** Absent for one that ships. */
  path?: string;
  name: string;
  text: string;
  /** Why it takes no effect, though it may be sound. */
  waits?: 'new' | 'changed';
}

/** A definition that a run can be started with. */
export interface KnownWorkflow {
  workflow: Workflow;
  /** With all subworkflows, by id. */
  definitions: Record<string, Workflow>;
  source: WorkflowSource;
  path?: string;
}

/** A definition file, and what is wrong with it. */
export interface CheckedFile {
  file: DefinitionFile;
  workflow?: Workflow;
  faults: DefinitionFault[];
}

const projectFolder = '.holdfast/workflows';
const longest = 1024 * 1024;

/** All definition files: of the project, the person's own, and those that ship. */
export function definitionFiles(places: DefinitionPlaces): DefinitionFile[] {
  const { files, project, own, shipped } = places;
  const inProject = names(files, `${project}/${projectFolder}`).flatMap(
    (name): DefinitionFile[] => {
      const relative = `${projectFolder}/${name}`;
      const trust = trustedText(files, places.trustFolder, project, relative);
      if (trust.state === 'absent') return [];
      const path = `${project}/${relative}`;
      if (trust.state === 'trusted') return [{ source: 'project', path, name, text: trust.text }];
      const text = files.readText(path, longest) ?? '';
      return [{ source: 'project', path, name, text, waits: trust.state }];
    },
  );
  const ofPerson = names(files, own).flatMap((name): DefinitionFile[] => {
    const path = `${own}/${name}`;
    const text = files.readText(path, longest);
    return text === undefined ? [] : [{ source: 'own', path, name, text }];
  });
  const ofOurs = Object.entries(shipped).map(
    ([name, text]): DefinitionFile => ({ source: 'shipped', name, text }),
  );
  return [...inProject, ...ofPerson, ...ofOurs];
}

function names(files: Files, folder: string): string[] {
  return files.list(folder).filter((name) => /\.(ya?ml|json)$/i.test(name));
}

/** Reads files and says what is wrong with each. A project's definition of an id counts before the person's own and ours. */
export function checkFiles(
  files: readonly DefinitionFile[],
  /** Whether files that nobody trusts yet are looked up too. */
  untrusted = true,
): CheckedFile[] {
  const parsed = files.map((file) => ({ file, read: parseWorkflow(file.text) }));
  const byId = new Map<string, Workflow>();
  const places = new Map<string, DefinitionFile>();
  for (const { file, read } of parsed) {
    if (!('workflow' in read) || byId.has(read.workflow.id)) continue;
    if (file.waits && !untrusted) continue;
    byId.set(read.workflow.id, read.workflow);
    places.set(read.workflow.id, file);
  }
  const broken = new Set(
    parsed.flatMap(({ file, read }) => ('faults' in read ? [stem(file)] : [])),
  );
  return parsed.map(({ file, read }) => checked(file, read, { byId, places, broken }));
}

/** What is known of all files together. */
interface Known {
  byId: ReadonlyMap<string, Workflow>;
  places: ReadonlyMap<string, DefinitionFile>;
  /** Names of files that hold no definition, without their endings. */
  broken: ReadonlySet<string>;
}

function checked(
  file: DefinitionFile,
  read: ParsedWorkflow,
  { byId, places, broken }: Known,
): CheckedFile {
  if ('faults' in read) return { file, faults: read.faults };
  const { workflow, lineOf } = read;
  const faults = checkWorkflow(
    workflow,
    lineOf,
    (id) => (id === workflow.id ? workflow : byId.get(id)),
    (id) => broken.has(id),
  );
  const same = places.get(workflow.id);
  if (same !== undefined && same !== file && same.source === file.source) {
    faults.unshift({ line: lineOf(['id']), what: `${same.path} has the id "${workflow.id}" too` });
  }
  return { file, workflow, faults };
}

/**
 * The definition of an id, with all that it calls. Throws a Fault where there is none, where nobody trusts it, or where
 * something is wrong with it: file, line and what.
 */
export function findWorkflow(places: DefinitionPlaces, id: string): KnownWorkflow {
  const files = definitionFiles(places);
  const all = checkFiles(files, false);
  const found = all.find(({ file, workflow }) => workflow?.id === id && !file.waits);
  if (found?.workflow === undefined) {
    const broken = all.find(({ file, workflow }) => workflow === undefined && stem(file) === id);
    if (broken) throw brokenFault(broken);
    if (all.some(({ workflow, file }) => workflow?.id === id && file.waits)) {
      throw new Fault(
        'refused',
        `The workflow "${id}" in this project is not trusted in its current form.`,
        {
          hint: 'Ask the user to read it and run "holdfast trust" in their own terminal.',
        },
      );
    }
    const known = all.flatMap(({ workflow, file }) =>
      workflow && !file.waits ? [workflow.id] : [],
    );
    // The workflow that is looked for may be one of those: what cannot be read has no id.
    const unread = all.filter(({ workflow }) => workflow === undefined);
    throw new Fault('not-found', `There is no workflow "${id.slice(0, 60)}".`, {
      hint: `Available: ${[...new Set(known)].join(', ')}.${unread.length > 0 ? ` Skipped because of errors: ${unread.map(({ file }) => stem(file)).join(', ')} ("holdfast workflow check" says why).` : ''}`,
    });
  }
  if (found.faults.length > 0) throw brokenFault(found);
  const definitions = withCalled(found.workflow, all);
  const { file, workflow } = found;
  return {
    workflow,
    definitions,
    source: file.source,
    ...(file.path !== undefined && { path: file.path }),
  };
}

function withCalled(workflow: Workflow, all: readonly CheckedFile[]): Record<string, Workflow> {
  const definitions: Record<string, Workflow> = { [workflow.id]: workflow };
  const open = [workflow];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { subworkflow } of everyStep(at.steps)) {
      if (subworkflow === undefined || definitions[subworkflow.id]) continue;
      const called = all.find((one) => one.workflow?.id === subworkflow.id && !one.file.waits);
      if (called?.workflow === undefined) continue;
      if (called.faults.length > 0) throw brokenFault(called);
      definitions[subworkflow.id] = called.workflow;
      open.push(called.workflow);
    }
  }
  return definitions;
}

function stem({ name }: DefinitionFile): string {
  return name.replace(/\.\w+$/, '');
}

function brokenFault({ file, faults }: CheckedFile): Fault {
  const [first] = faults;
  const place = `${file.path ?? file.name}, line ${first?.line}`;
  return new Fault('malformed', `${place}: ${first?.what}.`, {
    hint: 'List all errors: holdfast workflow check',
  });
}
