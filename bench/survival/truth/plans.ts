import { isRecord, text } from '../cases/rows.ts';
import type { Done } from './calls.ts';
import type { Fact } from './fact.ts';
import { pathOf, shortPath, toolRole } from './known-tools.ts';

/** Plan files: what the host's plan dialog names, files in a folder of plans, and plans by their usual names. */
export function planFacts(cwd: string, done: readonly Done[], segment: number): Fact[] {
  const paths = new Map<string, number>();
  for (const { call, result, line } of done) {
    if (result.failed) continue;
    const role = toolRole(call.tool);
    const named = isRecord(result.data) ? text(result.data.filePath) : '';
    if (call.tool === 'ExitPlanMode' && named) paths.set(named, line);
    const path = pathOf(call.input);
    if (path && (role === 'write' || role === 'edit') && isPlan(path)) paths.set(path, line);
  }
  return [...paths].map(([path, line]) => ({
    id: `plan.path ${shortPath(cwd, path)}`,
    kind: 'plan.path',
    value: shortPath(cwd, path),
    match: { by: 'path', path, ambiguous: false },
    state: 'true_at_boundary',
    source: 'host-record',
    line,
    segment,
  }));
}

function isPlan(path: string): boolean {
  return (
    /\/\.claude\/plans\/[^/]+\.md$/.test(path) || /(^|\/)(task_plan|PLAN|plan)\.md$/.test(path)
  );
}
