import type { Deviations } from './manifest.ts';

/** Cases from 34 on, and all demands. */
export const deviations2: Deviations = {
  'case 34':
    'Part: an ignore file in the state folder. State lies under the state home and never in a repository, so there is nothing to ignore.',
  'case 44':
    'Part: steps proved by evidence ids. Here a step counts as done as its document says; evidence comes with the audit.',
  'case 50':
    'Roles with a contract, and what a handler may edit, come with tickets and roles. The rules that a person gave in the conversation are kept already.',
  'case 52': 'Part: messages to a worker that is compacting. They come with workers.',
  'case 55': 'Messages from a handler to a worker come with tickets and roles.',
  'case 56':
    'Part: a refused command is denied when it is tried. The gate denies only for unread files by design; the refusal stands word for word among the rules, and guards that deny come with workflows.',
  'case 58': 'Teams and the tickets of their members come with tickets and roles.',
  'case 61':
    'There is no daemon yet: hooks of any version read and append to the same journal by themselves. It comes with the daemon.',
  'case 68':
    'Part: warnings at levels of fill. Holdfast gives none, so none can misfire; the fill is shown by the status command from what the host told.',
  'case 71':
    'Part: a binding of a session to a ticket, and a variable that overrides it. They come with tickets; a person’s choice for the project and the work of the session bind already.',
  'case 74':
    'Part: the ticket of a worker that runs as a subagent. It comes with tickets; until then its own prompt is its task.',
  'case 85': 'Tickets, their claims and their locks come with tickets and roles.',
  'case 86': 'Results of workers and their notifications come with tickets and roles.',
  R1: 'Part: handler, worker and loop sessions by evidence of their own. They come with tickets and roles; every session is regular until then.',
  R2: 'The handler and loop skills come with tickets and roles.',
  R3: 'Launched workers come with tickets and roles.',
  R7: 'Part: the state file of a handler, its tickets and the ticket of a worker. They come with tickets and roles; a loop document with its current step is read as a task now.',
  R10: 'Editing and writing tickets comes with tickets and roles; a ticket is read as a task document now.',
  R11: 'Reminders of a checkpoint come with tickets and roles.',
  R12: 'Part: the state of handlers. It comes with tickets and roles.',
  R13: 'Refusing edits that harm a ticket comes with tickets and roles.',
  R19: 'Part: judging the answers. The agent answers for itself; a judge comes with tickets and roles.',
  R22: 'The command that advances a manifest comes with tickets and roles. A manifest that the agent edits itself is read anew each time.',
  R28: 'Part: judged with a model. That comes later; every badly behaved policy is run against the real client.',
  R33: 'Part: writing to the tracker ourselves. It comes with trackers; the agent is told how to do it.',
  R36: 'Part: an edit of the form that lies in the project. It works at once for the person’s own form; one that a repository brings has to be trusted again, as all of its configuration has.',
  R37: 'Part: tiers inside a process and session memory. They come with the daemon and the mod of the client.',
  R38: 'Part: the token by which a workflow goes on. It comes with workflows.',
  R40: 'Part: rewriting a call’s input. Nothing needs it before workflows do.',
  R41: 'Part: evidence that holds a step of a workflow back. It comes with workflows; the evidence itself, and what it is enough for, is there.',
  R42: 'Hooks over HTTP, control over REST and a socket come with the daemon.',
  R44: 'Session memory comes with the daemon.',
  R45: 'Starting workers by program comes with tickets and roles.',
  R46: 'Workers inside a process come with tickets and roles.',
  R47: 'The coordinator comes with tickets and roles.',
  R48: 'Workflows inside workflows come with workflows.',
};
