import { mainWorkTree, ticketFolder } from '../../app/ticket/place.ts';
import { loadRun, rowOf } from '../../app/workflow/actions.ts';
import type { ToolPart } from '../mcp/tool-words.ts';
import type { CliContext } from './context.ts';
import { workflowDeps } from './workflow-context.ts';

/** What there is to work with in the project of a session: its tickets, its open runs. Reads names of files and little more. */
export function partsNow(context: CliContext): ReadonlySet<ToolPart> {
  const parts = new Set<ToolPart>();
  const { disk } = context.install;
  const { HOLDFAST_TICKET: ticket, HOLDFAST_WORKER: worker } = context.env;
  const folder = ticketFolder(mainWorkTree(disk, context.project));
  if (ticket || worker || disk.list(folder).some((name) => name.endsWith('.md')))
    parts.add('tickets').add('work');
  if (hasRun(context)) parts.add('runs').add('work');
  return parts;
}

/** More runs than these are not looked into: a list of tools is not worth a wait. */
const mostRuns = 50;

function hasRun(context: CliContext): boolean {
  const deps = workflowDeps(context);
  const ids = deps.runs.list().slice(0, mostRuns);
  return ids.some((id) => {
    if (deps.runs.load(id) === undefined) return false;
    const { status, project } = rowOf(loadRun(deps, id));
    return status === 'open' && project === context.project;
  });
}
