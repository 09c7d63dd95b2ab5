import { loadRun, type RunRow, rowOf } from '../../app/workflow/actions.ts';
import { type CheckedFile, checkFiles, definitionFiles } from '../../app/workflow/definitions.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { table } from './table.ts';
import { workflowDeps } from './workflow-context.ts';
import { definitionPlaces } from './workflow-places.ts';

/** What can be started here, or what was started. */
export function listWorkflows(context: CliContext, options: { runs?: boolean }): Outcome {
  if (options.runs) return listRuns(context);
  const files = checkFiles(definitionFiles(definitionPlaces(context)), false);
  const rows = files.map((one) => ({
    id: one.workflow?.id ?? one.file.name.replace(/\.\w+$/, ''),
    title: one.workflow?.title ?? '',
    source: one.file.source,
    ...(one.file.path !== undefined && { path: one.file.path }),
    parameters: one.workflow?.parameters ?? [],
    state: stateOf(one, files),
  }));
  return {
    text: table(
      [{ title: 'ID' }, { title: 'FROM' }, { title: 'STATE' }, { title: 'TITLE', flexible: true }],
      rows.map(({ id, title, source, state }) => [
        untrusted(id, 60),
        from[source],
        state,
        untrusted(title, 200),
      ]),
      context.width,
    ),
    verbatim: true,
    data: rows,
  };
}

const from = { project: 'project', own: 'yours', shipped: 'Holdfast' };

function stateOf(one: CheckedFile, all: readonly CheckedFile[]): string {
  if (one.file.waits) return one.file.waits === 'new' ? 'not trusted' : 'changed, not trusted';
  if (one.faults.length > 0) return 'faulty';
  const first = all.find(({ workflow, file }) => workflow?.id === one.workflow?.id && !file.waits);
  return first === one ? 'ready' : 'hidden';
}

function listRuns(context: CliContext): Outcome {
  const deps = workflowDeps(context);
  const rows = deps.runs
    .list()
    .filter((id) => deps.runs.load(id) !== undefined)
    .map((id) => rowOf(loadRun(deps, id)));
  return {
    text: rows.length === 0 ? 'There is no run yet.' : runTable(rows, context.width),
    verbatim: true,
    data: rows,
  };
}

export function runTable(rows: readonly RunRow[], width: number): string {
  return table(
    [
      { title: 'RUN' },
      { title: 'WORKFLOW' },
      { title: 'STATUS' },
      { title: 'STEP', flexible: true },
      { title: 'PROJECT', flexible: true },
    ],
    rows.map(({ run, workflow, status, step = '', project }) => [
      run,
      untrusted(workflow, 60),
      status,
      untrusted(step, 200),
      untrusted(project, 200),
    ]),
    width,
  );
}
