import type { WorkerPiApi } from './worker-permissions.ts';

/** The part of the client's library (1.6.0) that is used. */
export interface PiLibrary {
  getAgentDir(): string;
  SettingsManager: {
    create(cwd: string, agentDir: string, options: { projectTrusted: boolean }): unknown;
  };
  SessionManager: {
    create(cwd: string, folder?: undefined, options?: { id?: string }): unknown;
    open(path: string): unknown;
    list(cwd: string): Promise<{ id: string; path: string }[]>;
  };
  ModelRuntime: { create(): Promise<unknown> };
  resolveCliModel(options: { cliModel: string; modelRuntime: unknown }): {
    model: unknown;
    error?: string;
  };
  DefaultResourceLoader: new (options: {
    cwd: string;
    agentDir: string;
    settingsManager: unknown;
    extensionFactories: ((api: WorkerPiApi) => void)[];
  }) => { reload(): Promise<void> };
  createAgentSession(options: Record<string, unknown>): Promise<{ session: PiSession }>;
}

export interface PiSession {
  sessionId: string;
  model?: { id: string };
  isStreaming: boolean;
  bindExtensions(bindings: object): Promise<void>;
  subscribe(listener: (event: { type: string }) => void): unknown;
  prompt(text: string, options?: { streamingBehavior: 'steer' }): Promise<void>;
  abort(): Promise<void>;
  dispose(): void;
}

/** What a session is opened with. */
export interface SessionWish {
  cwd: string;
  model?: string;
  /** The id of a new session. */
  sessionId?: string;
  /** The session to go on with. */
  resume?: string;
  permissions(api: WorkerPiApi): void;
}

/**
 * Opens a session with what the person has set up: models, keys, extensions. Files of the project count only where the client
 * itself is told so, as in its headless modes. Throws a plain error where the session or the model is not there.
 */
export async function openPiSession(library: PiLibrary, wish: SessionWish): Promise<PiSession> {
  const { cwd } = wish;
  const agentDir = library.getAgentDir();
  const settingsManager = library.SettingsManager.create(cwd, agentDir, { projectTrusted: false });
  const resourceLoader = new library.DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    extensionFactories: [wish.permissions],
  });
  await resourceLoader.reload();
  const modelRuntime = await library.ModelRuntime.create();
  const { session } = await library.createAgentSession({
    cwd,
    agentDir,
    settingsManager,
    resourceLoader,
    modelRuntime,
    sessionManager: await sessionOf(library, wish),
    ...(wish.model === undefined ? {} : { model: modelOf(library, modelRuntime, wish.model) }),
  });
  await session.bindExtensions({});
  return session;
}

async function sessionOf(library: PiLibrary, wish: SessionWish): Promise<unknown> {
  const { cwd, resume, sessionId } = wish;
  if (resume === undefined)
    return library.SessionManager.create(cwd, undefined, sessionId ? { id: sessionId } : {});
  const found = (await library.SessionManager.list(cwd)).find(({ id }) => id === resume);
  if (found === undefined) throw new Error(`There is no session ${resume} of ${cwd}.`);
  return library.SessionManager.open(found.path);
}

function modelOf(library: PiLibrary, modelRuntime: unknown, cliModel: string): unknown {
  const { model, error } = library.resolveCliModel({ cliModel, modelRuntime });
  if (model === undefined) throw new Error(error ?? `There is no model ${cliModel}.`);
  return model;
}
