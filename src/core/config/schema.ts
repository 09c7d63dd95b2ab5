import { type TrackerKind, trackerKinds } from '../tracker/message.ts';

/** One setting: what it is for, what it may be, and what it is when nobody says anything. */
interface Setting<T> {
  description: string;
  /** What it may be, in JSON Schema's words; `value-schemas.ts` checks it, and a test holds the two together. */
  json: Record<string, unknown>;
  fallback: T;
}

const textsJson = { type: 'array', items: { type: 'string', minLength: 1 } };

function wholeNumber(minimum: number, maximum: number) {
  return { json: { type: 'integer', minimum, maximum } };
}

function setting<T>(parts: Setting<T>): Setting<T> {
  return parts;
}

/** Every setting there is. */
export const settings = {
  gate: setting<'auto' | 'always' | 'off'>({
    description:
      'What is asked of the agent after a compaction. auto: deliver what fits and hold back changes until the rest is read; always: handlers and workers read again even what was delivered; off: hold nothing back.',
    json: { enum: ['auto', 'always', 'off'] },
    fallback: 'auto',
  }),
  briefCharacters: setting<number>({
    description: 'Length of the brief at most, in characters. Hosts that take less get less.',
    ...wholeNumber(600, 9500),
    fallback: 9500,
  }),
  summaryOrder: setting<'add' | 'replace'>({
    description:
      "What becomes of the host's own order to its summariser. add: ours stands beside it; replace: ours stands in its place, on hosts that let it (opencode).",
    json: { enum: ['add', 'replace'] },
    fallback: 'add',
  }),
  compaction: setting<'host' | 'replace'>({
    description:
      'Who makes the text that stands in for the conversation. host: the host, with its model; replace: Holdfast, from the record, without a model, on hosts that let it (pi, and Claude Code with the plugin folder). On any doubt the host does it.',
    json: { enum: ['host', 'replace'] },
    fallback: 'host',
  }),
  retentionDays: setting<number>({
    description: 'Age in days from which "holdfast prune" drops the state of a session.',
    ...wholeNumber(1, 36500),
    fallback: 90,
  }),
  redact: setting<string[]>({
    description:
      'Regular expressions of texts that must never be stored or shown, beside the shapes of secrets that are known. Those of the project are added to your own.',
    json: textsJson,
    fallback: [],
  }),
  readOnlyTools: setting<string[]>({
    description:
      'Names of tools that change nothing, so that they are never held back; a * stands for any letters.',
    json: textsJson,
    fallback: [],
  }),
  tracker: setting<TrackerKind>({
    description:
      'Where each progress line, status move and compaction of a task is told: prog, bd (beads), backlog (Backlog.md), gh (issues), file (a line in trackerFile), command (the three commands below), or none.',
    json: { enum: [...trackerKinds] },
    fallback: 'none',
  }),
  trackerFile: setting<string>({
    description: 'For the tracker "file": the file that gets the lines, relative to the project.',
    json: { type: 'string' },
    fallback: '.holdfast/log.md',
  }),
  trackerTask: setting<string>({
    description:
      'A regular expression whose first group is the id of the task in the first message of a session; empty: "Task: ts-9f3a1c".',
    json: { type: 'string' },
    fallback: '',
  }),
  trackerLogCommand: setting<string>({
    description:
      'For the tracker "command": adds {text} to the log of task {id}. No shell runs it; each word stays one word.',
    json: { type: 'string' },
    fallback: '',
  }),
  trackerStatusCommand: setting<string>({
    description: 'For the tracker "command": says that task {id} is {status}, because of {text}.',
    json: { type: 'string' },
    fallback: '',
  }),
  trackerTruthCommand: setting<string>({
    description: 'For the tracker "command": puts {text}, what is so now, into task {id}.',
    json: { type: 'string' },
    fallback: '',
  }),
  taskFiles: setting<string[]>({
    description:
      'Further files, relative to the project, that may hold its plan, beside task_plan.md, PLAN.md and the resume manifests.',
    json: textsJson,
    fallback: [],
  }),
  handlerCommands: setting<string[]>({
    description:
      'Names of skills and commands that make the session which invokes one a handler: it hands out tickets to workers.',
    json: textsJson,
    fallback: ['handler', 'holdfast-handler'],
  }),
  loopCommands: setting<string[]>({
    description:
      'Names of skills and commands that make the session which invokes one a loop: it goes on by itself with the current step of its document.',
    json: textsJson,
    fallback: ['loop', 'ralph-loop', 'holdfast-loop'],
  }),
  reminderCalls: setting<number>({
    description:
      'Changing calls after which a worker that wrote no progress, or a handler that did not write its state, is reminded of it once.',
    ...wholeNumber(1, 100000),
    fallback: 25,
  }),
  reminderMinutes: setting<number>({
    description: 'Minutes of work after which they are reminded in the same way.',
    ...wholeNumber(1, 100000),
    fallback: 20,
  }),
  requiredReading: setting<string[]>({
    description:
      'Files, relative to the project, that an agent must have read again after a compaction in a session with a task.',
    json: textsJson,
    fallback: [],
  }),
};

export type SettingName = keyof typeof settings;

/** The settings in effect. */
export type Config = { [Name in SettingName]: (typeof settings)[Name]['fallback'] };

export const settingNames = Object.keys(settings) as SettingName[];

export const defaultConfig: Readonly<Config> = Object.fromEntries(
  settingNames.map((name) => [name, settings[name].fallback]),
) as Config;
