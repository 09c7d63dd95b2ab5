import type { Endpoint } from './endpoint.ts';
import { sessionEndpoints } from './sessions.ts';
import { ticketEndpoints } from './tickets.ts';
import { workerEndpoints } from './workers.ts';
import { workflowEndpoints } from './workflows.ts';

/** Every request of the API that a command answers. */
export const endpoints: readonly Endpoint[] = [
  ...sessionEndpoints,
  ...ticketEndpoints,
  ...workerEndpoints,
  ...workflowEndpoints,
];
