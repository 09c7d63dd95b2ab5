import type { DefinitionPlaces } from '../../app/workflow/definitions.ts';
import { userWorkflowFolder } from '../../platform/paths.ts';
import { shippedWorkflows } from '../../platform/shipped-workflows.ts';
import type { CliContext } from './context.ts';

/** Where definitions are looked for from here. */
export function definitionPlaces(context: CliContext): DefinitionPlaces {
  return {
    files: context.install.disk,
    trustFolder: context.paths.trust,
    project: context.project,
    own: userWorkflowFolder(context.env),
    shipped: shippedWorkflows(),
  };
}
