import { BodyRefused, type HttpAnswer, type HttpRequest } from '../../platform/http-server.ts';
import { foreign, type Keys, letIn, type Refused } from './guard.ts';
import { makeRouter, type Route, refusal } from './router.ts';

const usualBody = 1024 * 1024;

/**
 * Lets requests in and hands them to their routes. What is refused is told to `log`, and nothing else is done with it;
 * of what is let in `onUse` hears.
 */
export function answerer(
  routes: readonly Route[],
  keys: Keys,
  { log, onUse }: { log(text: string): void; onUse(): void },
): (request: HttpRequest) => Promise<HttpAnswer> {
  const match = makeRouter(routes);
  const refuse = (request: HttpRequest, { status, code, message, hint }: Refused): HttpAnswer => {
    log(`refused ${status} ${code}: ${request.method} ${request.target.slice(0, 200)}`);
    return refusal(status, code, message, hint);
  };
  return async (request) => {
    const { method, target, headers } = request;
    const stranger = foreign(request, keys.port);
    if (stranger) return refuse(request, stranger);
    const border = target.indexOf('?');
    const path = border < 0 ? target : target.slice(0, border);
    const found = match(method, path);
    const entry = letIn(request, 'route' in found ? found.route : { opens: 'token' }, keys);
    if ('refused' in entry) return refuse(request, entry.refused);
    if ('allowed' in found) return noRoute(request, found.allowed, refuse);
    const { route, params } = found;
    if (route.opens !== 'all') {
      request.letIn();
      onUse();
    }
    try {
      const body = await request.body(route.bodyLimit ?? usualBody);
      const answer = await route.handle({
        method,
        path,
        params,
        query: new URLSearchParams(border < 0 ? '' : target.slice(border + 1)),
        headers,
        body,
        ...(entry.page && { page: entry.page }),
        ...(request.peerPort !== undefined && { peerPort: request.peerPort }),
        url: `http://127.0.0.1:${keys.port}${target}`,
        gone: () => request.gone(),
      });
      if (answer.status === 400) log(`refused 400 request: ${method} ${path.slice(0, 200)}`);
      return answer;
    } catch (error) {
      if (error instanceof BodyRefused) {
        return refuse(request, {
          status: error.status,
          code: 'body',
          message: `${error.message}.`,
        });
      }
      log(`fault: ${method} ${path}: ${error instanceof Error ? error.stack : String(error)}`);
      return refusal(500, 'fault', "Internal error; see the daemon's log.");
    }
  };
}

function noRoute(
  request: HttpRequest,
  allowed: readonly string[],
  refuse: (request: HttpRequest, why: Refused) => HttpAnswer,
): HttpAnswer {
  if (allowed.length === 0) {
    const hint = 'What there is stands in /api/v1/openapi.json.';
    return refuse(request, {
      status: 404,
      code: 'not-found',
      message: 'There is no such path.',
      hint,
    });
  }
  const message = `That path takes ${allowed.join(', ')}.`;
  const answer = refuse(request, { status: 405, code: 'method', message });
  return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
}
