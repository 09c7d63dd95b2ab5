import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import type { CliContext } from './context.ts';

export function collectReports(_context: CliContext, _deps: WorkflowDeps, _run: string): void {}

export async function handOver(
  _context: CliContext,
  _deps: WorkflowDeps,
  _run: string,
): Promise<string[]> {
  return [];
}
