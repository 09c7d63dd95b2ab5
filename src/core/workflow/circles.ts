import { everyStep, type Step, type Workflow } from './definition.ts';

/** The ids of workflows that call each other in a circle, beginning and ending with this one. */
export function circleFrom(
  workflow: Workflow,
  find: (id: string) => Workflow | undefined,
): string[] | undefined {
  const seen = new Set<string>();
  return search(workflow, [workflow.id]);

  function search(at: Workflow, way: string[]): string[] | undefined {
    for (const { subworkflow } of everyStep(at.steps)) {
      if (subworkflow === undefined) continue;
      if (subworkflow.id === workflow.id) return [...way, workflow.id];
      const inner = find(subworkflow.id);
      if (inner === undefined || seen.has(inner.id)) continue;
      seen.add(inner.id);
      const found = search(inner, [...way, inner.id]);
      if (found) return found;
    }
    return undefined;
  }
}

/** Where in a definition a workflow is called, as keys and indexes. */
export function pathOfSubworkflow(workflow: Workflow, id: string): (string | number)[] | undefined {
  return search(workflow.steps, ['steps']);

  function search(
    steps: readonly Step[],
    path: (string | number)[],
  ): (string | number)[] | undefined {
    for (const [index, step] of steps.entries()) {
      const at = [...path, index];
      if (step.subworkflow?.id === id) return [...at, 'subworkflow', 'id'];
      const word = step.steps ? 'steps' : 'parallel';
      const found = search(step.steps ?? step.parallel ?? [], [...at, word]);
      if (found) return found;
    }
    return undefined;
  }
}
