import type { ModelRequest } from '../request.ts';
import { newResults } from '../request.ts';

/** One call as the scripted model makes it. */
export interface Call {
  name: string;
  input: Record<string, unknown>;
  /** The family of tools that it belongs to, on clients that name it. */
  namespace?: string;
}

/** The tools of one client, as calls that do the same thing on every client. Paths are absolute. */
export interface AgentTools {
  shell(command: string): Call;
  /** Reads a file, or only its first lines. */
  read(path: string, firstLines?: number): Call;
  /** Makes or replaces a file. */
  write(path: string, content?: string): Call;
  /** What a call of these does, also when it comes back in a request. */
  kindOf(call: Call): 'shell' | 'read' | 'write' | 'other';
  /** The command line of a shell call. */
  commandOf(call: Call): string;
  /** True for a tool result that is a hook's denial, and no output of the tool. */
  isDenial(result: string): boolean;
  /** The reason that the hook gave, without what the client puts around it. */
  reasonOf(denial: string): string;
  /** Starts a subagent with this prompt; absent where the client has none or the harness cannot. */
  subagent?(prompt: string): Call;
  /** Waits for the subagent that the request tells of, on clients whose call to start one returns at once. */
  awaitSubagent?(request: ModelRequest): Call;
}

/** True when a call of the model's last message was refused by a hook. */
export function wasDenied(request: ModelRequest, tools: AgentTools): boolean {
  return newResults(request).some((result) => tools.isDenial(result.text));
}
