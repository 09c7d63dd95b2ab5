/** What is asked of the client's server (1.18.34). */
export interface OpenCodeServer {
  /** Gives the parsed answer; throws a plain error where it is no success. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  /** Hands every event over as one line of JSON, until the server ends. */
  follow(take: (line: string) => void): Promise<void>;
}

/** Speaks to the server at an address, with the password that it was started with. */
export function openCodeServer(url: string, password: string): OpenCodeServer {
  const authorization = `Basic ${btoa(`opencode:${password}`)}`;
  return {
    async ask(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async follow(take) {
      const response = await fetch(`${url}/event`, { headers: { authorization } });
      if (!response.body) throw new Error('The server tells no events.');
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
        rest = lines.pop()!;
        for (const line of lines) if (line.startsWith('data: ')) take(line.slice(6));
      }
    },
  };
}
