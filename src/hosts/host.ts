import type { ConversationItem, Position } from '../core/conversation.ts';
import type { HostEvent, SessionSource } from '../core/event.ts';
import type { ProjectSettings } from '../core/install/project-settings.ts';
import type { Reply } from '../core/reply.ts';

/** What a host can do. Shared code asks these and never for a host's name. */
export interface Capabilities {
  /** Text reaches the summariser: characters at most, 0 when it cannot be steered. */
  steerCharacters: number;
  /** The summariser takes the form of its summary from us. */
  shapesSummary?: boolean;
  /** Our text can stand in place of the host's own order to the summariser. */
  replacesOrder?: boolean;
  /** Text reaches the model right after a compaction: characters delivered whole, 0 when not. */
  injectCharacters: number;
  /** Characters that surely arrive even where the host cuts a longer text. */
  injectHeadCharacters: number;
  /** Characters of a denial or a forced continuation that reach the model whole. */
  denyCharacters: number;
  /** Sources of a session's start at which a text reaches the model in time, so that its record shows it. */
  tellsAtStart: readonly SessionSource[];
  /** A text that goes out before a tool runs reaches the model beside the call; else only with a denial. */
  tellsBeforeTool: boolean;
  /** False where nothing said at a request to the model stays: then that event only finds out what happened. */
  tellsBeforeModel?: false;
  /** The host replaces angle brackets in what we say, so that they go out as other signs. */
  escapesAngles: boolean;
  blocksTools: boolean;
  /** Denied turns before the denial that carries the text; default 3. Fewer where the host ends a run that repeats a call. */
  deniedTurns?: number;
  /** The person can be asked before a tool runs. */
  asksPerson: boolean;
  /** A call can be rewritten before it runs. */
  rewritesCalls?: true;
  /** False where no event tells of finished calls: what they showed and did is taken from the record at the next event. */
  tellsFinished?: false;
  /** Prompts and turn ends of a session of which `quiet/` says so are not waited for: see `answeredCommand`. */
  skipsQuiet?: true;
  /** An event tells when all calls of one message are done; else that is seen in the record. */
  tellsBatches: boolean;
  continuesTurn: boolean;
  /**
   * What an announced compaction is worth where no later event tells of it. `watch`: tool events look for its boundary in
   * the record. `counts`: the record shows none either, so that the next event takes it for done. Absent: a later event
   * tells of it.
   */
  announcement?: 'watch' | 'counts';
  /** A compaction that the host begins by itself is written beside a turn that goes on meanwhile. */
  compactsBesideTurn?: boolean;
  /** What happened stands in the record so many milliseconds later at most; absent: soon enough for the next event. */
  recordLagMs?: number;
  /** The record can be read from disk. */
  readableRecord: boolean;
  /** True where the record need not show what we put before the model: that it shows nothing proves nothing. */
  hidesTold?: boolean;
  /** True where the record has neither results nor times, so that no turn can be told from it. */
  untimedRecord?: boolean;
  /** The host shows its summary to us. */
  summaryVisible: boolean;
  inProcess: boolean;
  /** The host draws a status line by a command of the user's, which tells how full the context is. */
  statusLine?: true;
  /** The record tells how many tokens the context takes at most. */
  tellsWindow?: true;
  /** False where the host has no agents below the one that the person talks to, or its events do not tell them apart. */
  subagents?: boolean;
  /** The host puts files before the model again after a compaction, and its record shows it. */
  reattachesFiles: boolean;
  /** Names of instruction files that the host sends again by itself. */
  instructionFiles: string[];
}

/** What a reader reports while it goes through a record. */
export interface RecordSink {
  item(item: ConversationItem): void;
  /** A row of a kind that is not known; counted by its name. */
  unknown(kind: string): void;
  /** Bytes that are no row. */
  damaged(at: Position): void;
}

/** Reads the rows of one record. Holds what must be remembered from row to row within one reading. */
export interface RecordReader {
  /** One line of the record, without its line end. */
  line(bytes: Buffer, at: Position, sink: RecordSink): void;
  /** Called once after the last line of a reading: what waited for a later row is told now. */
  end?(sink: RecordSink): void;
  /** What the next reading, which begins where this one ended, must know. Opaque; a few kilobytes at most. */
  memory?(): string;
  /**
   * Takes over the `memory` of the reading before. Called before the first line. `moved`: another file stands there, which
   * is read from its start, so that places that are remembered are none of it.
   */
  restore?(memory: string, moved?: boolean): void;
}

/** How a record is read. */
export interface ReaderOptions {
  /** True for the record of an agent below another one: its prompts are no person's. */
  subagent?: boolean;
  /**
   * Characters that are kept of each result and of each call's input: of a longer one its head and its tail. Absent:
   * of results what facts are made from, and no inputs.
   */
  keep?: number;
}

/** What a payload became: an event, or the reason why it is none. */
export type Decoded =
  | { event: HostEvent }
  /** `usual`: the host sends it in normal work, so that nobody need be told. */
  | { ignored: string; usual?: boolean };

/** What goes to the host: its standard output, whole. */
export interface Encoded {
  stdout: string;
}

/** A short session of a host, for trying the hook out: its record, and its events' payloads in order. */
export interface SampleSession {
  record: string;
  payloads: string[];
}

/**
 * What the knowledge of a host rests on. `live`: its client was run, and tests run it. `documents`: its makers' documents
 * and payloads that others recorded; nobody ran it here.
 */
export type Basis = 'live' | 'documents';

/** Where a client keeps a memory of a session by itself. */
export interface OwnMemory {
  /** Paths where its file may lie; which one, and whether there is any, differs by the client's version. */
  files: string[];
  /** What stands beside the file while the client writes it, as the end of its name. */
  lock: string;
  /** The headings that the person gave it. */
  template: string;
}

/** One host. All functions are pure. */
export interface Host {
  id: string;
  /** The name as its makers write it. */
  title: string;
  basis: Basis;
  capabilities: Capabilities;
  /** Payload to event. `eventName` comes from the command line, for payloads that do not name theirs. */
  decode(payload: Record<string, unknown>, eventName?: string): Decoded;
  /** Replies to the host's dialect for the event they answer. */
  encode(event: HostEvent, replies: Reply[]): Encoded;
  reader(options?: ReaderOptions): RecordReader;
  /**
   * Where the record of a session, or of one of its subagents, lies by the payload's path of the main record.
   * `sessionId` tells where that path names the record of another session.
   */
  recordPath(
    transcriptPath: string | undefined,
    agentId?: string,
    sessionId?: string,
  ): string | undefined;
  /**
   * The records of agents below a session that lie beside its own, by that one's path; absent where they are only found
   * by the calls that started them. `list`: names in a folder; `started`: agents that calls are known to have started.
   */
  agentRecords?(
    recordPath: string,
    list: (folder: string) => string[],
    started: readonly string[],
  ): { agent: string; path: string }[];
  /** Which conversation of a database a record's path names; absent where a record is a file of its own. */
  inDatabase?(recordPath: string): { database: string; session: string } | undefined;
  /** Where the record of a session lies, on hosts whose payloads do not always say it. */
  sessionRecord?(
    sessionId: string,
    machine: { env: Readonly<Record<string, string | undefined>>; home: string },
  ): string | undefined;
  /** The host's folder of plans, by the payload's path of the main record; undefined when it has none. */
  plansFolder(transcriptPath: string | undefined): string | undefined;
  /** The folder of the host's own memory files of the project, by the payload's path of the main record. */
  memoryFolder?(transcriptPath: string | undefined): string | undefined;
  /** A memory of the session that versions of the client keep by themselves; absent where none does. */
  ownMemory?(transcriptPath: string | undefined, sessionId: string): OwnMemory | undefined;
  /**
   * Texts of which one stands in each row that a prompt must know of at once: a compaction, or an answer in the
   * host's dialog of plans.
   */
  tellingBytes: readonly string[];
  /** Texts of which one stands in each row that tells of results which the host took out of the context; absent where none does. */
  clearingBytes?: readonly string[];
  /** Environment variables that are set inside the host's sessions. */
  sessionMarkers: readonly string[];
  /** Variables that other clients set which run this host's hooks too: there the event is theirs, unless a marker is set. */
  runBy?: readonly string[];
  /** True for the environment of a client that runs without a person before it, who could be asked. */
  runsHeadless?(env: Readonly<Record<string, string | undefined>>): boolean;
  settings: ProjectSettings;
  sample(project: string, record: string): SampleSession;
}
