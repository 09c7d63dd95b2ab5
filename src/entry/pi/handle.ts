import { answerOf } from '../../hosts/pi/encode.ts';
import { pi } from '../../hosts/pi/index.ts';
import type { Handle } from '../../platform/helper.ts';
import type { Environment } from '../../platform/paths.ts';
import { type Ask, Handler } from '../in-process/handler.ts';

/** What the extension does in a thread of its own. */
export function piHandle(env: Environment): Handle {
  const handler = new Handler(pi, env, answerOf);
  return (ask, afterwards) => handler.handle(ask as Ask, afterwards);
}
