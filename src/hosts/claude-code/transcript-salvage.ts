import { skipSpace } from './transcript-bytes.ts';
import type { Row } from './transcript-row.ts';

/** How a row of this client begins. Inside a string these bytes cannot stand: its quotes are escaped there. */
const beginnings = ['{"parentUuid":', '{"type":"', '{"uuid":"', '{"sessionId":"'];
const mostTries = 200;

/**
 * After a torn row: the offset of a whole row that follows on the same line and reaches to its end, -1 when there is none.
 * A write that was cut off and the next one share a line (anthropics/claude-code#81843).
 */
export function nextRow(row: Row, bytes: Buffer, torn: number, limit: number): number {
  let at = torn + 1;
  for (let tries = 0; tries < mostTries; tries += 1) {
    at = nearest(bytes, at, limit);
    if (at < 0) return -1;
    if (row.read(bytes, at, limit) && reachesEnd(row, bytes, limit)) return at;
    at += 1;
  }
  return -1;
}

function nearest(bytes: Buffer, from: number, limit: number): number {
  let least = -1;
  for (const beginning of beginnings) {
    const found = bytes.indexOf(beginning, from);
    if (found >= 0 && found < limit && (least < 0 || found < least)) least = found;
  }
  return least;
}

function reachesEnd(row: Row, bytes: Buffer, limit: number): boolean {
  const after = skipSpace(bytes, row.end, limit);
  return after >= limit || bytes[after] === 123;
}
