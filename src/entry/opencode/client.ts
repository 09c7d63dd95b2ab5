/** The part of the client's own interface for plugins (1.18.34) that is used. Answers carry `data`, or an `error`. */
export interface OpenCodeClient {
  session: {
    get(wish: { path: { id: string } }): Promise<{ data?: unknown }>;
    /** `before`: what the answer before gave as its `x-next-cursor`, where older messages are left. */
    messages(wish: {
      path: { id: string };
      query?: { limit: number; before?: string };
      parseAs?: 'arrayBuffer';
    }): Promise<{
      data?: unknown;
      response?: { headers?: { get(name: string): string | null } };
    }>;
    prompt(wish: { path: { id: string }; body: PromptBody }): Promise<{ error?: unknown }>;
    promptAsync(wish: { path: { id: string }; body: PromptBody }): Promise<{ error?: unknown }>;
  };
  tui?: {
    showToast(wish: { body: { message: string; variant: string } }): Promise<unknown>;
  };
}

export interface PromptBody {
  /** The message is stored, and nothing is started by it. */
  noReply?: boolean;
  agent?: string;
  model?: { providerID: string; modelID: string };
  /** The model's effort, by the name that the client gives it. */
  variant?: string;
  parts: { type: 'text'; text: string; synthetic: boolean }[];
}

/** What a plugin is given when it is loaded. */
export interface PluginInput {
  client: OpenCodeClient;
  directory: string;
}

/** A message with its parts, as far as it is looked at. */
export interface ClientMessage {
  info: {
    id: string;
    sessionID: string;
    role: string;
    summary?: unknown;
    agent?: string;
    parentID?: string;
    model?: { providerID: string; modelID: string; variant?: string };
    [name: string]: unknown;
  };
  parts: { id?: string; type: string; text?: string; [name: string]: unknown }[];
}
