import type { ClientName } from '../clients.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { FetchedClient } from '../fetch-client.ts';
import type { Row } from '../record.ts';
import type { Sandbox } from '../sandbox.ts';
import type { AgentTools } from './tools.ts';

/** One headless run as it is wanted, the same for every client. */
export interface RunRequest {
  client: FetchedClient;
  sandbox: Sandbox;
  serverUrl: string;
  prompt: string;
  /** The session to go on with. */
  resume?: string;
  /** Further arguments of the client. */
  args?: string[];
  /** How tools are allowed, as arguments; default: all of them, unasked. */
  permissions?: string[];
}

/** What is started for it. */
export interface Started {
  program: string;
  args: string[];
  env: Record<string, string>;
}

/** What a run tells of itself. */
export interface Outcome {
  sessionId: string;
  /** The last answer of the model, as the client reports it. */
  result: string;
  /** The client's own record of the session. */
  transcriptPath: string | undefined;
}

/**
 * How the harness drives one client. A host joins the conformance suite by one of these, a dialect of the model
 * server and a pinned version; see docs/hosts/README.md.
 */
export interface ClientDriver {
  client: ClientName;
  /** The id of the host in Holdfast. */
  host: string;
  dialect: Dialect;
  tools: AgentTools;
  /** The scope that Holdfast is installed in. */
  scope: 'user' | 'project';
  /** Writes what the client needs before its first run into the sandbox, once. */
  prepare?(sandbox: Sandbox, serverUrl: string): void;
  /** The settings file of hooks; absent where hooks are no settings. */
  hooksFile?(sandbox: Sandbox, scope: 'user' | 'project'): string;
  /** What that file holds beside hooks, where the client reads its other settings from it, too. */
  settings?: Record<string, unknown>;
  start(run: RunRequest): Started;
  outcome(stream: Row[], sandbox: Sandbox): Outcome;
  /** The rows of the client's own record; default: its lines of JSON. */
  rows?(transcriptPath: string): Row[];
  /** The rows that mark compactions. */
  boundaries(rows: Row[]): Row[];
}
