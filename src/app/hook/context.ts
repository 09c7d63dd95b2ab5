import type { Config } from '../../core/config/defaults.ts';
import type { HostEvent } from '../../core/event.ts';
import type { AgentState, SessionState } from '../../core/recovery/session-state.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import type { SessionRole } from '../../core/role/role.ts';
import type { MissingEvidence } from '../../core/workflow/step-view.ts';
import type { Host } from '../../hosts/host.ts';
import type { PassageStore } from '../at-hand/ports.ts';
import type { HookHandoffs } from '../handoff/ports.ts';
import type { Clock, Files, Git, RecordSource, SessionStore } from '../ports.ts';
import type { TaskFinder } from '../task/finder.ts';
import type { ChangeDeps } from '../ticket/change.ts';
import type { TrackerPost } from '../tracker/post.ts';
import type { SessionMail } from '../worker/mail-ports.ts';

/** What tickets are changed with, and what they may name. */
export interface HookTickets extends ChangeDeps {
  /** Ids of the hosts that there are. */
  hostIds: readonly string[];
}

/** What an event is handled with. */
export interface HookDeps {
  host: Host;
  files: Files;
  git: Git;
  clock: Clock;
  records: RecordSource;
  store: SessionStore;
  config: Config;
  /** The person's own patterns of secrets, compiled. */
  patterns: readonly RegExp[];
  tasks: TaskFinder;
  /** What a person is to be told once of configuration that no person trusts; undefined when there is nothing. */
  untrustedNotice(): string | undefined;
  /** The form of a summary that the project, or the person, asks for; undefined where nobody does. */
  handoffTemplate(): string | undefined;
  /** The role by the session's launch; absent where its environment tells of none. */
  launched?(): SessionRole | undefined;
  /** What waits to be told to the session; absent where nothing can. */
  mail?: SessionMail;
  /** What the tickets of a session are read and repaired with; absent where nothing can be written. */
  tickets?(): HookTickets;
  /** Handoffs of work between clients; absent where nothing is kept of them. */
  handoffs?(): HookHandoffs;
  /** Whether git tracks something of a folder that a pathspec takes; undefined where it does not say. */
  tracks?(folder: string, pathspec: string): Promise<boolean | undefined>;
  /**
   * What the pending step of a workflow run lacks, by the record as it is now, read as `from` does; undefined
   * for a run that is over or gone.
   */
  missingOf?(run: string, from: HookDeps): Promise<MissingEvidence[] | undefined>;
  /**
   * Writes a file of the project by its path from the top; absent where no setting asks for any. Where a file stands there,
   * `mayReplace` is asked with its text; it stays where it cannot be read.
   */
  writeInProject?(path: string, text: string, mayReplace?: (old: string) => boolean): boolean;
  /** What was said in the session before its last compaction. */
  passages(): PassageStore;
  /** Where a task's tracker is told of compactions; absent where none is configured. */
  tracker?: TrackerPost;
  /** True where the client does not wait for the answer: then nothing is told that is told once only. */
  unheard?: boolean;
  /** True where a prompt is judged by `noteCourse` once its answer is out, so that nobody waits for it. */
  judgesLater?: boolean;
  /** True where nobody sits before the client, as far as its environment tells. */
  headless?: boolean;
  /** How full the context is, in percent, and when that was so; undefined where nothing tells it. */
  fullness?(): { percent: number; atMs: number } | undefined;
  /** True where small files alone show that a compaction is near and was not told of. */
  nearByFile?(): boolean;
  /** The home folder of the person, for paths that begin with `~`. */
  home: string;
  /** The command by which a person asks us, as the texts name it. */
  program: string;
}

/** An event with the session's state, as its handler sees it. */
export interface HookContext extends HookDeps {
  event: HostEvent;
  state: SessionState;
  agent: AgentState;
  nowMs: number;
  /** Keeps how far the record was read; to be called once the decision that was based on it is written. */
  reading: { keep?: () => void };
}

/** The context of an event, with the state as the journal has it now. */
export function contextOf(deps: HookDeps, event: HostEvent): HookContext {
  const { state } = deps.store.load();
  return {
    ...deps,
    event,
    state,
    agent: agentState(state, event.agentId),
    nowMs: deps.clock.now().getTime(),
    reading: {},
  };
}
