import { type Endpoint, list, object, orNull, type Schema } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const string: Schema = { type: 'string' };

const failure = object({
  error: object({ code: string, message: string }, { hint: string }),
});

const project = {
  name: 'project',
  in: 'query',
  description:
    'Absolute path of a folder in the project; default: that of the session that is named, else the home folder.',
  schema: string,
};

/** The description of the whole API, made of the very table that answers by it. */
export function openApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const add = (path: string, method: string, operation: unknown): void => {
    const named = `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[named] = { ...paths[named], [method.toLowerCase()]: operation };
  };
  add('/hello', 'GET', {
    operationId: 'hello',
    summary: 'Who this is; needs no token',
    security: [],
    parameters: [
      {
        name: 'nonce',
        in: 'query',
        description:
          '16 to 128 hexadecimal digits; the answer then proves that it knows the token.',
        schema: { type: 'string', pattern: '^[0-9a-f]{16,128}$' },
      },
    ],
    responses: answers(
      object(
        {
          name: { const: 'holdfast' },
          version: string,
          protocol: { type: 'integer' },
          pid: { type: 'integer' },
          started: string,
        },
        { proof: string },
      ),
    ),
  });
  add('/openapi.json', 'GET', {
    operationId: 'openApi',
    summary: 'This description',
    responses: answers(
      object({ openapi: string, info: { type: 'object' }, paths: { type: 'object' } }),
    ),
  });
  add('/stop', 'POST', {
    operationId: 'stop',
    summary: 'End the daemon; refused while a client posts its hooks to it',
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { anyway: { type: 'boolean', description: 'End it all the same.' } },
          },
        },
      },
    },
    responses: answers(object({ stops: { const: true } })),
  });
  add('/events', 'GET', {
    operationId: 'events',
    summary:
      'Server-sent events: what happens to sessions, workers and tickets. Each is an Event as JSON; Last-Event-ID continues after one.',
    parameters: [project],
    responses: {
      200: {
        description: 'A stream that does not end',
        content: { 'text/event-stream': { schema: string } },
      },
      default: refused,
    },
  });
  for (const endpoint of endpoints) add(endpoint.path, endpoint.method, operationOf(endpoint));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holdfast',
      version,
      description:
        'What the daemon of Holdfast answers on loopback and on its socket. Paths of hooks and of MCP are no part of it.',
    },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '0' } } }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failure, Event: event },
    },
  };
}

/** What the data of an event of the stream is. */
export const event = object(
  { kind: { enum: ['session', 'worker', 'ticket', 'gap'] }, at: string },
  {
    host: string,
    session: string,
    agent: string,
    entry: string,
    worker: string,
    status: string,
    activities: list(object({ time: string, kind: string, text: string })),
    ticket: string,
    path: string,
    state: orNull('string'),
    why: string,
  },
);

const refused = {
  description: 'Refused, or not done',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

function answers(schema: Schema): Record<string, unknown> {
  return {
    200: { description: 'Done', content: { 'application/json': { schema } } },
    default: refused,
  };
}

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const { id, summary, path, query = {}, body, data } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: string,
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }));
  return {
    operationId: id,
    summary,
    parameters: [...inPath, ...inQuery, project],
    ...(body && {
      requestBody: { content: { 'application/json': { schema: bodySchema(body) } } },
    }),
    responses: answers(object({ ok: { type: 'boolean' }, data }, { warning: string })),
  };
}

/** The schema of a body. */
export function bodySchema(body: NonNullable<Endpoint['body']>): Schema {
  return { type: 'object', ...body, additionalProperties: false };
}
