import { isDeeper } from '../../core/daemon/json-depth.ts';
import { wellFormedValue } from '../../core/rows/well-formed.ts';

/** What lies deeper is no payload of a host. */
const deepest = 200;

/** The JSON object of a body; an empty body is an empty one. Undefined for anything else. */
export function objectIn(body: Uint8Array): Record<string, unknown> | undefined {
  if (body.length === 0) return {};
  if (isDeeper(body, deepest)) return undefined;
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? wellFormedValue(value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
