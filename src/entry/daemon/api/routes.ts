import type { FaultCode } from '../../../core/errors.ts';
import { NoAnswer } from '../../../platform/helper.ts';
import type { HttpAnswer } from '../../../platform/http-server.ts';
import { objectIn } from '../json-body.ts';
import { type Call, jsonAnswer, type Route, refusal } from '../router.ts';
import type { CommandAnswer, CommandWish } from './command-helper.ts';
import type { Endpoint, Given } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { bodySchema, openApi } from './openapi.ts';
import { unanswered } from './unanswered.ts';

export interface ApiDeps {
  version: string;
  /** Where a command runs that names no project. */
  home: string;
  isFolder(path: string): boolean;
  run(wish: CommandWish): Promise<CommandAnswer>;
  /** Says what is wrong with a value by a JSON Schema; undefined: nothing. */
  wrong(schema: object, value: unknown): Promise<string | undefined>;
}

/** The requests of `/api/v1` that commands answer, and their description. */
export function apiRoutes(deps: ApiDeps): Route[] {
  const described = JSON.stringify(openApi(deps.version));
  return [
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      opens: 'token',
      handle: () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: described,
      }),
    },
    ...endpoints.map((endpoint): Route => {
      const { method, path } = endpoint;
      return {
        method,
        path: `/api/v1${path}`,
        opens: 'token',
        forPage: true,
        handle: (call) => answerBy(deps, endpoint, call),
      };
    }),
  ];
}

/** Answers a request by the command of its endpoint. */
export async function answerBy(deps: ApiDeps, endpoint: Endpoint, call: Call): Promise<HttpAnswer> {
  const body = objectIn(call.body);
  if (body === undefined) return refusal(400, 'body', 'The body is not a valid JSON object.');
  const query = Object.fromEntries(call.query);
  const wrong = await wrongIn(deps, endpoint, query, body);
  if (wrong !== undefined) return refusal(400, 'usage', wrong);
  const { session } = call.params;
  const place =
    query.project !== undefined
      ? { folder: query.project }
      : { folder: deps.home, ...(session !== undefined && { session }) };
  const given: Given = { params: call.params, query, body };
  const wish: CommandWish = {
    words: endpoint.words(given),
    changes: endpoint.method !== 'GET',
    ...(endpoint.slow && { slow: true }),
    ...(endpoint.personOnly && { person: true }),
    ...place,
  };
  let came: CommandAnswer;
  try {
    came = await deps.run(wish);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { code, message, hint } = unanswered(error, wish);
    return refusal(error.why === 'ended' ? 500 : 504, code, message, hint);
  }
  if ('fault' in came) {
    const { code, message, hint } = came.fault;
    return refusal(statusOf[code] ?? 500, code, message, hint);
  }
  const data = endpoint.pick === undefined ? came.data : endpoint.pick(came.data, given);
  if (data === undefined) return refusal(404, 'not-found', 'There is nothing of that name.');
  return jsonAnswer(200, { ...came, data });
}

const statusOf: Partial<Record<FaultCode | 'fault', number>> = {
  usage: 400,
  'not-found': 404,
  refused: 409,
  malformed: 422,
  unsupported: 501,
};

async function wrongIn(
  deps: Pick<ApiDeps, 'isFolder' | 'wrong'>,
  { body: wished, query: taken = {} }: Endpoint,
  query: Record<string, string>,
  body: Record<string, unknown>,
): Promise<string | undefined> {
  const unknown = Object.keys(query).find((name) => name !== 'project' && !(name in taken));
  if (unknown !== undefined) return `There is no parameter "${unknown}".`;
  const { project } = query;
  if (project !== undefined && !(project.startsWith('/') && deps.isFolder(project))) {
    return 'The parameter "project" names no folder by its absolute path.';
  }
  const schema = bodySchema(wished ?? { properties: {} });
  const strange = Object.keys(body).find((name) => !(name in (wished?.properties ?? {})));
  if (strange !== undefined) {
    const known = Object.keys(wished?.properties ?? {}).join(', ') || 'nothing';
    return `The body has "${strange}", which this does not take. It takes: ${known}.`;
  }
  const wrong = await deps.wrong(schema, body);
  return wrong === undefined ? undefined : `The body is not what this takes: ${wrong}`;
}
