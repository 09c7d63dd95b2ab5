import { join } from 'node:path';
import { cookieName, isTarget, type PageKeys } from '../../../app/page/keys.ts';
import { gzipped } from '../../../platform/gzip.ts';
import { NoAnswer } from '../../../platform/helper.ts';
import type { HttpAnswer } from '../../../platform/http-server.ts';
import { readStart } from '../../../platform/small-files.ts';
import { type ApiDeps, answerBy } from '../api/routes.ts';
import type { LiveTranscripts } from '../events-route.ts';
import { objectIn } from '../json-body.ts';
import { type Call, jsonAnswer, type Route, refusal } from '../router.ts';
import { pageEndpoints } from './endpoints.ts';
import { Followed } from './followed.ts';
import type { OpenedBy } from './opened-by.ts';
import type { PageAnswer, PageWish } from './page-helper.ts';
import { targetOf } from './target.ts';

export interface PageDeps extends Pick<ApiDeps, 'version' | 'home' | 'isFolder' | 'run' | 'wrong'> {
  pages: PageKeys;
  /** Where the built parts of the page lie. */
  folder: string;
  read(wish: PageWish): Promise<PageAnswer>;
  /** Transcripts whose changes are told as they happen. */
  transcripts: LiveTranscripts;
  openedBy(call: Call): OpenedBy;
  /** The clients that can continue work, by the names of their programs. */
  workers: readonly { program: string; title: string }[];
  /** Every client's name as its makers write it, by its id. */
  clients: Readonly<Record<string, string>>;
}

const longestAsset = 8 * 1024 * 1024;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const always = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The page, the links that open it, and what it asks beside the API. */
export function pageRoutes(deps: PageDeps): Route[] {
  const followed = new Followed(deps.transcripts);
  const reading = (path: string, wishOf: (call: Call) => PageWish | undefined): Route => ({
    method: 'GET',
    path,
    opens: 'page',
    async handle(call) {
      const wish = wishOf(call);
      if (wish === undefined) return refusal(400, 'usage', 'It says not which session is meant.');
      return safe(
        await read(deps, wish, (came) => {
          followed.took(came);
          return jsonAnswer(200, { data: came.data });
        }),
      );
    },
  });
  const asset = (path: string, name: string, type: string): Route => ({
    method: 'GET',
    path,
    opens: 'all',
    handle: ({ headers }) => assetAnswer(join(deps.folder, name), type, headers['accept-encoding']),
  });
  return [
    asset('/', 'page.html', 'text/html; charset=utf-8'),
    asset('/page.js', 'page.js', 'text/javascript; charset=utf-8'),
    asset('/page.css', 'page.css', 'text/css; charset=utf-8'),
    asset('/favicon.svg', 'page.svg', 'image/svg+xml'),
    {
      method: 'POST',
      path: '/internal/page-links',
      opens: 'token',
      handle: (call) => makeLink(deps, call),
    },
    {
      method: 'GET',
      path: '/open/:link',
      opens: 'all',
      handle: (call) => openLink(deps, call),
    },
    {
      method: 'GET',
      path: '/page/hello',
      opens: 'page',
      handle: ({ page }) =>
        jsonAnswer(200, {
          data: {
            version: deps.version,
            home: deps.home,
            person: page?.person,
            workers: deps.workers,
            clients: deps.clients,
          },
        }),
    },
    reading('/page/sessions', ({ query }) => followed.listWish(query)),
    reading('/page/session', ({ query }) => {
      const named = query.get('key') ?? '';
      return named === '' ? undefined : { what: 'session', named, of: named };
    }),
    reading('/page/tail', ({ query }) => followed.tailWish(query)),
    ...pageEndpoints.map((endpoint): Route => {
      const { method, path, personOnly } = endpoint;
      return {
        method,
        path: `/page${path}`,
        opens: 'page',
        handle: async (call) => {
          if (personOnly && !call.page?.person) return notByPerson;
          return safe(await answerBy(deps, endpoint, call));
        },
      };
    }),
  ];
}

async function read(
  deps: PageDeps,
  wish: PageWish,
  then: (came: Extract<PageAnswer, { data: unknown }>) => HttpAnswer,
): Promise<HttpAnswer> {
  try {
    const came = await deps.read(wish);
    if ('data' in came) return then(came);
    const { code, message, hint } = came.fault;
    return refusal(code === 'not-found' ? 404 : 409, code, message, hint);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const hint = 'Try again. If it stays so, "holdfast daemon logs" says more.';
    return refusal(504, 'late', 'Reading the transcripts was not done in time.', hint);
  }
}

/** Makes a link for "holdfast open". */
async function makeLink(deps: PageDeps, call: Call): Promise<HttpAnswer> {
  const body = objectIn(call.body);
  if (body === undefined) return refusal(400, 'body', 'The body is not a valid JSON object.');
  const { named, project } = body;
  const wrong =
    (named !== undefined && typeof named !== 'string') ||
    (project !== undefined && typeof project !== 'string');
  if (wrong) return refusal(400, 'usage', '"named" and "project" are texts.');
  const found =
    named === undefined
      ? { target: 'sessions' }
      : await targetOf(deps, named as string, project as string | undefined);
  if (!('target' in found)) return refusal(404, found.code, found.message, found.hint);
  const withProject =
    typeof project === 'string' && !found.target.includes('?')
      ? `${found.target}?project=${encodeURIComponent(project).replace(/[!'()*]/g, '')}`
      : found.target;
  const target = isTarget(withProject) ? withProject : found.target;
  const by = deps.openedBy(call);
  return jsonAnswer(200, {
    link: `/open/${deps.pages.link(target, by.person)}`,
    person: by.person,
    ...(!by.person && { why: by.why, hint: by.hint }),
  });
}

/** Lets a browser in, once for each link. What lets it change things is told to the page alone, and in no address that stays. */
function openLink({ pages }: PageDeps, { params, url }: Call): HttpAnswer {
  const opened = pages.open(params.link ?? '');
  const headers: Record<string, string> = { ...always };
  let place = '/#closed';
  if (opened !== undefined) {
    place = `/#key=${opened.key}&to=${opened.target}`;
    const name = cookieName(Number(new URL(url).port));
    headers['set-cookie'] = `${name}=${opened.cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }
  return { status: 303, headers: { ...headers, location: place } };
}

const notByPerson = refusal(
  403,
  'person',
  'Only you may do this, and the page was not opened at a terminal of your own.',
  'Run "holdfast open" in a terminal that no agent started, or use "holdfast rules --drop" and "holdfast workers --allow" there.',
);

function safe(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, ...always } };
}

function assetAnswer(path: string, type: string, accepts: unknown): HttpAnswer {
  const text = readStart(path, longestAsset);
  if (text === undefined) {
    return refusal(
      500,
      'fault',
      'The page is missing from this installation.',
      'Reinstall Holdfast.',
    );
  }
  const headers = { ...always, 'content-type': type, vary: 'accept-encoding' };
  if (typeof accepts !== 'string' || !/\bgzip\b/.test(accepts)) {
    return { status: 200, headers, body: text };
  }
  return {
    status: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipped(text),
  };
}
