/** What a client said before this process began, which was answered: see `handshake.sh`. */
export interface SaidBefore {
  /**
   * Gives each line to the server as if it came now, one after the other, and waits for each answer. Ends when all were
   * answered, or when one was not in time, since the client is waiting for what it said last.
   */
  repeat(give: (line: string) => void): Promise<void>;
  /** True for an answer to one of these lines, once for each: the client has it already. */
  isAnswered(message: unknown): boolean;
}

/** A server that is sound answers a line of these in a few milliseconds. */
const longestWaitMs = 5_000;

/** @param lines one message each, of which all requests were answered */
export function saidBefore(lines: readonly string[]): SaidBefore {
  let awaited: string | undefined;
  let answered = (): void => {};
  return {
    async repeat(give) {
      for (const line of lines) {
        awaited = awaitedBy(JSON.parse(line));
        if (awaited === undefined) {
          give(line);
          continue;
        }
        let timer: NodeJS.Timeout | undefined;
        const comes = new Promise<void>((resolve) => {
          answered = resolve;
          timer = setTimeout(resolve, longestWaitMs);
        });
        give(line);
        await comes;
        clearTimeout(timer);
      }
      awaited = undefined;
    },
    isAnswered(message) {
      if (awaited === undefined || keyOf(message) !== awaited) return false;
      awaited = undefined;
      answered();
      return true;
    },
  };
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: { _meta?: Record<string, unknown> };
}

const subscription = 'io.modelcontextprotocol/subscriptionId';

/** By what the answer to a request is known; undefined for what gets none. A subscription is acknowledged, and stays open. */
function awaitedBy({ id, method }: Message): string | undefined {
  if (id === undefined) return undefined;
  return JSON.stringify([method === 'subscriptions/listen' ? 'opened' : 'answer', id]);
}

function keyOf(message: unknown): string | undefined {
  const { id, method, params } = message as Message;
  if (method === 'notifications/subscriptions/acknowledged')
    return JSON.stringify(['opened', params?._meta?.[subscription]]);
  return method === undefined ? JSON.stringify(['answer', id]) : undefined;
}
