import { request } from 'node:http';

/** The longest answer that is taken, in bytes. */
const longest = 64 * 1024 * 1024;

/**
 * One request to a server on this machine, over its Unix socket where there is one. Rejects when it cannot be reached
 * or does not answer whole within `limitMs`.
 */
export function askHttp(
  at: { port: number; socket?: string },
  {
    method,
    target,
    headers = {},
    body,
    limitMs,
  }: {
    method: string;
    target: string;
    headers?: Record<string, string>;
    body?: string;
    limitMs: number;
  },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const place =
      at.socket === undefined ? { host: '127.0.0.1', port: at.port } : { socketPath: at.socket };
    const asked = request(
      { ...place, method, path: target, headers: { host: `127.0.0.1:${at.port}`, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > longest) asked.destroy(new Error('the answer is too long'));
        });
        response.on('error', reject);
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, body: parsed(text) });
        });
      },
    );
    const timer = setTimeout(() => asked.destroy(new Error('no answer in time')), limitMs);
    asked.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asked.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
