/** The answer to a line that is no message, as JSON-RPC has it; undefined for one that is. */
export function faultOf(line: string): object | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return fault(null, -32700, 'Parse error: the line is not valid JSON.');
  }
  const { id, jsonrpc, method, result, error } = (
    typeof message === 'object' && message !== null ? message : {}
  ) as Record<string, unknown>;
  const isCall = jsonrpc === '2.0' && typeof method === 'string';
  const isAnswer = jsonrpc === '2.0' && (result !== undefined || error !== undefined);
  if (!Array.isArray(message) && (isCall || isAnswer)) return undefined;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return fault(
    known,
    -32600,
    'Invalid request: a message needs "jsonrpc": "2.0" and a method, and stands alone on its line.',
  );
}

function fault(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
