/** The variable that holds a worker's id in its client, and in everything that its client starts. */
export const workerVariable = 'HOLDFAST_WORKER';

/** The variable that holds the absolute path of its ticket. */
export const ticketVariable = 'HOLDFAST_TICKET';
