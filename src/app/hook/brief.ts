import type { BriefFile, BriefInput, BriefPlace } from '../../core/brief/input.ts';
import type { TurnState } from '../../core/brief/next-line.ts';
import { renderBrief } from '../../core/brief/render.ts';
import { renderStub } from '../../core/brief/stub.ts';
import type { Fact } from '../../core/fact.ts';
import { fingerprint } from '../../core/hash.ts';
import type { ObligationRecord } from '../../core/recovery/entry.ts';
import { roleOfSkills } from '../../core/role/role-words.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { statedRole } from '../../core/snapshot/tracked.ts';
import { isAbsolutePath } from '../../core/task/path.ts';
import type { RequiredFile } from '../../core/task/task.ts';
import { trackerHowTo } from '../../core/tracker/how-to.ts';
import { trackerTask } from '../../core/tracker/task-id.ts';
import type { StepView } from '../../core/workflow/step-view.ts';
import { memoryFile } from '../memory/ports.ts';
import type { GitState } from '../ports.ts';
import { afterMove, type Moved } from '../task/moved.ts';
import type { TaskResolution } from '../task/resolution.ts';
import type { HookContext } from './context.ts';
import { missingInstructions } from './instructions.ts';

/** What a brief of this session is made from, beside its snapshot. */
export interface BriefSource {
  snapshot: Snapshot;
  tasks: TaskResolution;
  git: GitState | undefined;
  record: string | undefined;
  /** The pending step of a workflow, with what it lacks now. */
  step?: StepView;
  /** What the host put in the place of the conversation, where the record shows it by now. */
  summary?: string;
  /** True where the record could not be read at this event. */
  unread?: boolean;
}

export interface MadeBrief {
  text: string;
  stub: boolean;
  files: ObligationRecord[];
  missing: string[];
  inlined: string[];
  /** Questions that must be answered before anything is changed. */
  questions: string[];
}

/** Questions that can be asked for: a hostile document must not hold an agent for ever. */
const mostQuestions = 20;

/** Files of turns that were taken back that are looked at. */
const mostLooked = 200;

interface Wanted {
  files: BriefFile[];
  missing: string[];
}

/** The brief of a recovery with its obligations, and the rules file where the rules need one. */
export function makeBrief(
  context: HookContext,
  source: BriefSource,
  recovery: {
    id: string;
    number: number;
    trigger: 'auto' | 'manual' | 'unknown';
    stub: boolean;
    turn?: TurnState;
  },
  /** Characters that go out beside it. */
  beside = 0,
): MadeBrief {
  const wanted = wantedFiles(context, source);
  const rulesPath = context.store.rulesPath(context.event.agentId);
  const whole = briefInput(context, source, wanted, { ...recovery, rulesPath });
  const room = context.host.capabilities.injectCharacters - beside;
  const input = { ...whole, budget: Math.min(whole.budget, room) };
  let brief = renderBrief(input);
  let files = wanted.files;
  if (brief.rulesFile !== '') {
    const asTask = !source.tasks.none && !brief.rulesShown;
    // With one file more to name the first part holds fewer rules: the file holds all that it then leaves out.
    const named = { path: rulesPath, role: 'rules of the user' };
    const most = asTask ? renderBrief({ ...input, files: [named, ...files] }) : brief;
    const written = context.store.writeRules(context.event.agentId, most.rulesFile);
    if (written && asTask) {
      files = [{ ...named, text: most.rulesFile }, ...files];
      brief = renderBrief({ ...input, files });
    }
  }
  const text = recovery.stub ? renderStub({ ...input, files }) : brief.text;
  const inlined = recovery.stub ? [] : brief.inlined;
  return {
    text,
    stub: recovery.stub,
    files: files.map((file) => obligation(file, inlined)),
    missing: wanted.missing,
    inlined,
    questions: requiredQuestions(source),
  };
}

function requiredQuestions({ tasks }: BriefSource): string[] {
  if (tasks.none || tasks.task.document.validationRequired !== true) return [];
  return tasks.task.document.validation.slice(0, mostQuestions);
}

function obligation(file: BriefFile, inlined: readonly string[]): ObligationRecord {
  return {
    path: file.path,
    role: file.role,
    ...(file.text === undefined ? {} : { hash: fingerprint(file.text) }),
    ...(inlined.includes(file.path) ? { inlined: true } : {}),
  };
}

/** The required files with their present content; files that the host sends again by itself are left out. */
export function wantedFiles(context: HookContext, source: BriefSource): Wanted {
  const required: RequiredFile[] = source.tasks.none ? [] : [...source.tasks.task.required];
  const missing: string[] = source.tasks.none ? [] : [...source.tasks.task.missing];
  for (const path of source.tasks.none ? [] : context.config.requiredReading) {
    const absolute = path.startsWith('/') ? path : `${context.tasks.project ?? ''}/${path}`;
    required.push({ path: absolute, role: 'required reading' });
  }
  const files: BriefFile[] = [];
  const ownInstructions = new Set(context.host.capabilities.instructionFiles);
  for (const file of required) {
    if (files.some((one) => one.path === file.path)) continue;
    if (ownInstructions.has(file.path.split('/').at(-1) ?? '')) continue;
    const text = context.files.readText(file.path);
    if (text === undefined) missing.push(file.path);
    else files.push({ ...file, text });
  }
  const armedAt = context.agent.recoveries.at(-1)?.armedAt;
  for (const path of missingInstructions(context, source, armedAt).required) {
    const text = context.files.readText(path);
    if (text !== undefined && !files.some((one) => one.path === path))
      files.push({ path, role: 'instructions of its folder', text });
  }
  return { files, missing };
}

/** The input of every text that is rendered for this session. */
export function briefInput(
  context: HookContext,
  source: BriefSource,
  wanted: Wanted,
  recovery: {
    id?: string;
    number: number;
    trigger: 'auto' | 'manual' | 'unknown';
    rulesPath?: string;
    /** Where the conversation stands, where the event tells it. */
    turn?: TurnState;
    /** False: the session has no state here, so nothing can be shown of it. */
    stored?: boolean;
  },
): BriefInput {
  const { capabilities } = context.host;
  const { tasks } = source;
  const role = roleOf(context, source);
  const armedAt = context.agent.recoveries.find(({ id }) => id === recovery.id)?.armedAt;
  const { files: lacking } = missingInstructions(context, source, armedAt);
  const instructions = lacking.filter(
    ({ path }) => !wanted.files.some((file) => file.path === path),
  );
  return {
    recovery: recovery.id,
    number: recovery.number,
    trigger: recovery.trigger,
    snapshot: withoutGoneSkills(context, source.snapshot),
    ...(source.summary === undefined ? {} : { summary: source.summary }),
    turn: recovery.turn ?? turnIn(source),
    role,
    step: stepOf(context, source),
    workers: context.event.agentId === undefined ? context.mail?.workers() : undefined,
    ...trackedOf(context, source),
    assigned: context.event.agentId === undefined ? undefined : source.snapshot.summary.assigned,
    task: tasks.none ? undefined : tasks.task,
    shownTask: tasks.none ? tasks.shown : undefined,
    taskNotes: tasks.notes,
    files: wanted.files,
    missing: wanted.missing,
    notes: context.state.notes,
    looked: lookAtTakenBack(context, source),
    ...(instructions.length > 0 ? { instructions } : {}),
    place: placeOf(source, context.tasks.moved()),
    budget: Math.min(capabilities.injectCharacters, context.config.briefCharacters),
    head: capabilities.injectHeadCharacters,
    mayInline: !readsAgain(context, role),
    gated: context.config.gate !== 'off' && capabilities.blocksTools,
    rulesPath: recovery.rulesPath,
    ...handedBy(context, recovery.id),
    pointers: pointers(context, source, recovery.stored !== false),
  };
}

/** Whose work it continues, where the text is that of the recovery by which the session took it. */
function handedBy({ agent }: HookContext, id: string | undefined): Pick<BriefInput, 'handoff'> {
  const handed = agent.handedHere?.find((one) => one.id === id);
  if (handed === undefined) return {};
  const { from, bundle } = handed;
  return { handoff: { title: from?.host ?? 'foreign', session: from?.session ?? bundle ?? '' } };
}

/** A skill that was deleted since cannot be read again. */
function withoutGoneSkills({ files }: HookContext, snapshot: Snapshot): Snapshot {
  const isGone = ({ kind, detail }: Fact): boolean =>
    kind === 'skill' && detail !== undefined && isAbsolutePath(detail) && !files.stat(detail);
  if (!snapshot.facts.some(isGone)) return snapshot;
  return { ...snapshot, facts: snapshot.facts.filter((fact) => !isGone(fact)) };
}

/** Files of turns that were taken back, as they are now: the client may have restored them, and need not have. */
function lookAtTakenBack({ files }: HookContext, { snapshot }: BriefSource): BriefInput['looked'] {
  const paths = snapshot.facts.filter((fact) => fact.takenBack).map((fact) => fact.value);
  if (paths.length === 0) return undefined;
  return paths.slice(-mostLooked).map((path) => {
    const stat = files.stat(path);
    return stat === undefined
      ? { path, there: false }
      : { path, there: true, modifiedMs: stat.modifiedMs };
  });
}

/** Unknown where the record was not read, or tells nothing: then nobody is told to wait. */
function turnIn({ snapshot: { summary }, unread }: BriefSource): TurnState | undefined {
  if (unread) return summary.midTurn ? 'working' : 'unknown';
  return summary.noTurn ? 'unknown' : undefined;
}

/** The step as it was judged; another one, where the run went on meanwhile. */
function stepOf({ event, agent }: HookContext, { step }: BriefSource): StepView | undefined {
  if (event.agentId !== undefined) return undefined;
  return step?.token === agent.workflow?.token ? step : agent.workflow;
}

/** The task in a tracker: the one that the ticket names, else the one of the first message; without one the role alone. */
function trackedOf(
  context: HookContext,
  source: BriefSource,
): Pick<BriefInput, 'tracked' | 'statedRole'> {
  const { config, event } = context;
  const { snapshot, tasks } = source;
  const named = trackerTask(snapshot.summary, config);
  const id = (tasks.none ? undefined : tasks.task.document.tracker) ?? named?.id;
  if (id !== undefined) return { tracked: { ...named, id, howTo: trackerHowTo(id, config) } };
  if (event.agentId !== undefined || roleOf(context, source) !== undefined) return {};
  const role = statedRole(snapshot.summary.tracked?.head ?? '');
  return role === undefined ? {} : { statedRole: role };
}

/** True where what is delivered must be read again all the same: of handlers and workers, where the setting says so. */
function readsAgain({ config }: HookContext, role: BriefInput['role']): boolean {
  return config.gate === 'always' && (role?.role === 'handler' || role?.role === 'worker');
}

/** The role of the journal, else the one that the record tells; none for a subagent. */
function roleOf({ event, agent, config }: HookContext, { snapshot }: BriefSource) {
  if (event.agentId !== undefined) return undefined;
  const told = agent.role ? undefined : roleOfSkills(snapshot, config);
  return agent.role ?? (told && { ...told, by: 'skill' as const });
}

function placeOf(source: BriefSource, moved: Moved | undefined): BriefPlace {
  const { git, snapshot } = source;
  const { cwd } = snapshot.summary;
  return {
    cwd: cwd === undefined ? git?.top : afterMove(cwd, moved),
    ...(moved ? { moved } : {}),
    branch: git?.branch ?? snapshot.summary.branch,
    linked: git?.linked,
    head: git?.head,
    changed: git?.changed.map((file) => ({ ...file, path: `${git.top}/${file.path}` })),
    unpushed: git?.unpushed,
  };
}

function pointers(context: HookContext, source: BriefSource, stored: boolean): string[] {
  const lines = stored
    ? [`every fact with its source: \`${context.program} show ${context.event.sessionId}\``]
    : [];
  const memory = `${context.store.folder}/${memoryFile}`;
  if (stored && context.event.agentId === undefined && context.files.stat(memory)) {
    lines.push(`the memory of the session, by sections: ${memory}`);
  }
  if (source.record) {
    const form = source.record.includes('.db#') ? 'in a database' : 'one JSON object a line';
    lines.push(`the whole conversation, ${form}: ${source.record}`);
  }
  const { from } = context.agent.handedHere?.at(-1) ?? {};
  if (from !== undefined) {
    lines.push(
      `this session continues the ${from.host} session ${from.session}: \`${context.program} show ${from.session}\``,
    );
  }
  // Last, since it is what an agent needs most that misses something.
  if (stored) lines.push(`anything that was said or shown before: ${searchCommand(context)}`);
  return lines;
}

/** The search of this session's record; the beginning of a long id is enough to name it. */
function searchCommand({ program, event }: HookContext): string {
  const plain = /^[\w-]+$/.test(event.sessionId);
  const session = plain ? ` --session ${event.sessionId.slice(0, 13)}` : '';
  return `\`${program} recall${session} <words>\``;
}

/** The brief's text alone. */
