import { trackerKinds } from '../tracker/message.ts';
import type { SettingName } from './defaults.ts';

/** What a setting is for, and what it may be. */
interface Setting {
  description: string;
  /** In JSON Schema's words; `value-schemas.ts` checks it, and a test holds the two together. */
  json: Record<string, unknown>;
}

const textsJson = { type: 'array', items: { type: 'string', minLength: 1 } };

function wholeNumber(minimum: number, maximum: number) {
  return { json: { type: 'integer', minimum, maximum } };
}

/** Every setting there is; its default stands in `defaults.ts`. */
export const settings: Record<SettingName, Setting> = {
  gate: {
    description:
      'What is asked of the agent after a compaction. auto: deliver what fits and hold back changes until the rest is read; always: handlers and workers read again even what was delivered; off: hold nothing back.',
    json: { enum: ['auto', 'always', 'off'] },
  },
  guard: {
    description:
      'What becomes of calls that destroy (that discard uncommitted work, push by force, delete tracked files recursively, or drop databases), and of those that the user forbade or made wait for a yes. auto: from the first compaction of a session on, the person is asked first; where nobody can be asked, what destroys is held back once, and what the user forbade until they allow it; ask: the same from the start of a session, and what destroys waits for a yes; deny: what destroys is held back; off: nothing is done.',
    json: { enum: ['auto', 'ask', 'deny', 'off'] },
  },
  guardPatterns: {
    description:
      'Further commands that the guard asks about, each as "ID: PATTERN": an id of small letters, digits and hyphens, then the words of the command, in which * stands for any letters, such as "prod-cluster: kubectl * --context prod*".',
    json: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,39}: \\S' },
    },
  },
  guardTrial: {
    description:
      'Whether a command that the guard would ask about is first run in its own dry-run form, where it has one and the host lets a call be rewritten (Claude Code). on: the first time; repeated, the guard looks at it as usual; off: never.',
    json: { enum: ['off', 'on'] },
  },
  briefCharacters: {
    description: 'Length of the brief at most, in characters. Hosts that take less get less.',
    ...wholeNumber(600, 9500),
  },
  summaryOrder: {
    description:
      "What becomes of the host's own order to its summariser. add: ours stands beside it; replace: ours stands in its place, on hosts that let it (opencode), with the summary before; auto: replace where the session has a task in a tracker or the project a hand-over form, else add without a form of ours, so that no two forms are asked for.",
    json: { enum: ['auto', 'add', 'replace'] },
  },
  compaction: {
    description:
      'Who makes the text that stands in for the conversation. host: the host, with its model; replace: Holdfast, from the record, without a model, on hosts that let it (pi, and Claude Code with the plugin folder). On any doubt the host does it.',
    json: { enum: ['host', 'replace'] },
  },
  retentionDays: {
    description: 'Age in days from which "holdfast prune" drops the state of a session.',
    ...wholeNumber(1, 36500),
  },
  redact: {
    description:
      'Regular expressions of texts that must never be stored or shown, beside the shapes of secrets that are known. Those of the project are added to your own.',
    json: textsJson,
  },
  readOnlyTools: {
    description:
      'Names of tools that change nothing, so that they are never held back; a * stands for any letters.',
    json: textsJson,
  },
  tracker: {
    description:
      'Where each progress line, status move and compaction of a task is told: prog, bd (beads), backlog (Backlog.md), gh (issues), file (a line in trackerFile), command (the four commands below), or none.',
    json: { enum: [...trackerKinds] },
  },
  trackerFile: {
    description: 'For the tracker "file": the file that gets the lines, relative to the project.',
    json: { type: 'string' },
  },
  trackerTask: {
    description:
      'A regular expression whose first group is the id of the task in the first message of a session; empty: "Task: ts-9f3a1c".',
    json: { type: 'string' },
  },
  trackerLogCommand: {
    description:
      'For the tracker "command": adds {text} to the log of task {id}. No shell runs it; each word stays one word.',
    json: { type: 'string' },
  },
  trackerStatusCommand: {
    description: 'For the tracker "command": says that task {id} is {status}, because of {text}.',
    json: { type: 'string' },
  },
  trackerTruthCommand: {
    description:
      'For the tracker "command": puts {text}, what is so now, into task {id}. It is run only where trackerShowCommand tells that this takes nothing away.',
    json: { type: 'string' },
  },
  trackerShowCommand: {
    description:
      'For the tracker "command": prints the description of task {id} and nothing else. It is read before trackerTruthCommand may replace it.',
    json: { type: 'string' },
  },
  taskFiles: {
    description:
      'Further files, relative to the project, that may hold its plan, beside task_plan.md, PLAN.md and the resume manifests.',
    json: textsJson,
  },
  handlerCommands: {
    description:
      'Names of skills and commands that make the session which invokes one a handler: it hands out tickets to workers.',
    json: textsJson,
  },
  loopCommands: {
    description:
      'Names of skills and commands that make the session which invokes one a loop: it goes on by itself with the current step of its document.',
    json: textsJson,
  },
  reminderCalls: {
    description:
      'Changing calls after which a worker that wrote no progress, or a handler that did not write its state, is reminded of it once.',
    ...wholeNumber(1, 100000),
  },
  reminderMinutes: {
    description: 'Minutes of work after which they are reminded in the same way.',
    ...wholeNumber(1, 100000),
  },
  daemonIdleMinutes: {
    description:
      'Minutes without a request, a listener or a worker after which the daemon ends by itself; 0: never.',
    ...wholeNumber(0, 100000),
  },
  lostWorkers: {
    description:
      'What the daemon does with a worker that lost its supervisor. tell: say so to the session that started it; resume: resume it, at most as often as it may be restarted.',
    json: { enum: ['tell', 'resume'] },
  },
  fleetShares: {
    description:
      'What this machine tells the other machines of a fleet beside tickets, leases and how many workers it runs. workers: ids, clients and status of workers; runs: workflow and current step of runs; run-logs: the logs of runs (parameters, notes, outputs), by which another machine can continue them; receipts: how recoveries ended; sessions: client, branch, state and counts of sessions; titles: with sessions, the beginning of what the user asked first.',
    json: {
      type: 'array',
      items: { enum: ['workers', 'runs', 'run-logs', 'receipts', 'sessions', 'titles'] },
    },
  },
  fleetPullRequests: {
    description:
      'What "holdfast fleet serve" does after it pushed a branch. gh, glab: open a pull request (merge request) for it with that program, as it is set up on this machine; off: nothing.',
    json: { enum: ['off', 'gh', 'glab'] },
  },
  requiredReading: {
    description:
      'Files, relative to the project, that an agent must have read again after a compaction in a session with a task.',
    json: textsJson,
  },
  workerAllow: {
    description:
      'Commands and tools that every worker may use unasked: words of a command, such as "npm test" or "npm run *", the name of a tool, or the form of a client, such as "Bash(git commit:*)".',
    json: textsJson,
  },
  ticketFolders: {
    description:
      'Further folders of tickets or dispatch files that a handler reads again after a compaction, relative to the main work tree or absolute.',
    json: textsJson,
  },
  precompactState: {
    description:
      'The file 00-system/.cache/precompact_state.json of projects that have one. read: a project that it names counts as the task; write: it is written before each compaction too, where the project has a folder 00-system; off: neither.',
    json: { enum: ['read', 'write', 'off'] },
  },
  sessionMemory: {
    description:
      'Whether a file is kept of each session that says what it is about and how it stands. auto: yes, from about 10,000 tokens on; off: no.',
    json: { enum: ['auto', 'off'] },
  },
  memoryAtUse: {
    description:
      'Whether what was said before a compaction comes up again by itself where it is needed: with a prompt whose words fit it well, at most 1,200 characters, and before a command that failed in the same form. auto: yes, in sessions that were compacted; off: no.',
    json: { enum: ['auto', 'off'] },
  },
  compactionNotice: {
    description:
      'How full the context is, in percent, when you are told that a compaction is near and the agent is asked to write its progress down: once in each context window, where the client tells how full it is. After a compaction one line says what was kept. 0 or false: neither.',
    json: { anyOf: [{ type: 'integer', minimum: 0, maximum: 100 }, { enum: [false] }] },
  },
};
