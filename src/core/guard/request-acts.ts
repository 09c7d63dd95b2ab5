import type { ActName } from './acts.ts';

/** What a request to a forge or a service does, by its method and its path. */
const paths: readonly [method: RegExp, path: RegExp, acts: readonly ActName[]][] = [
  [/^(?:PUT|POST)$/, /\/(?:pulls|merge_requests|pullrequests)\/[^/]+\/merge$/, ['merge']],
  [/^POST$/, /\/merges$/, ['merge']],
  [/^POST$/, /\/(?:pulls|merge_requests|pullrequests)$/, ['pull-request']],
  [/^(?:PATCH|PUT)$/, /\/(?:issues|pulls|merge_requests)\/[^/]+$/, ['close']],
  [/^(?:POST|PATCH|PUT|DELETE)$/, /\/releases(?:\/|$)/, ['publish']],
  [/^POST$/, /\/(?:releases|git\/tags|repository\/tags)$/, ['tag']],
  [
    /^(?:PUT|DELETE|POST)$/,
    /\/(?:contents\/.|repository\/(?:files\/.|commits$))/,
    ['commit', 'push'],
  ],
  [/^POST$/, /\/git\/(?:commits|trees)$/, ['commit']],
  [/^(?:POST|PATCH)$/, /\/git\/refs/, ['push']],
  [/^DELETE$/, /\/(?:git\/refs\/heads|branches|repository\/branches)\/./, ['delete-branch']],
  [/^POST$/, /\/(?:comments|notes|reviews|discussions)$/, ['comment']],
  [/^(?:POST|PUT|PATCH)$/, /deploy(?:ments?|s)?(?:[/._-]|$)/, ['deploy']],
  [/^POST$/, /(?:release|publish)[\w.-]{0,60}\/dispatches$/, ['publish']],
];

/** Names of changes in a query of GraphQL. */
const queries: readonly [RegExp, readonly ActName[]][] = [
  [/\b(?:mergePullRequest|enablePullRequestAutoMerge|mergeBranch)\b/, ['merge']],
  [/\bcreatePullRequest\b/, ['pull-request']],
  [/\bcreateCommitOnBranch\b/, ['commit', 'push']],
  [/\b(?:close(?:Issue|PullRequest))\b/, ['close']],
  [/\b(?:addComment|addPullRequestReview)\b/, ['comment']],
];

const asked = /^(?:gh|glab|curl|http|https|xh|wget|hub)$/;

/** True for a request (`gh api`, `curl`, `http`) that does what a word says. */
export function requestDoes(program: string, texts: readonly string[], act: ActName): boolean {
  if (!asked.test(program)) return false;
  if (/^(?:gh|glab|hub)$/.test(program) && texts[0] !== 'api') return dispatches(texts, act);
  const all = texts.join(' ').slice(0, 4_000);
  if (queries.some(([query, acts]) => acts.includes(act) && query.test(all))) return true;
  const method = methodOf(program, texts);
  if (method === 'GET') return false;
  const path = pathIn(texts.slice(/^(?:gh|glab|hub)$/.test(program) ? 1 : 0));
  if (path === undefined) return false;
  // A change of an issue closes it where that is said.
  if (act === 'close' && !/\bstate(?:_event)?\W{1,6}close/.test(all)) return false;
  return paths.some(
    ([wanted, form, acts]) => acts.includes(act) && wanted.test(method) && form.test(path),
  );
}

/** `gh workflow run deploy.yml`. */
function dispatches(texts: readonly string[], act: ActName): boolean {
  const run = /^(?:workflow|ci) run /.test(`${texts.slice(0, 2).join(' ')} `);
  const name = run ? (texts.slice(2).find((text) => !text.startsWith('-')) ?? '') : '';
  if (act === 'deploy') return /deploy|rollout|\bship\b/i.test(name);
  return act === 'publish' && /publish|release/i.test(name);
}

function methodOf(program: string, texts: readonly string[]): string {
  const named = texts.flatMap((text, at) => {
    if (/^(?:-X|--method|--request)$/.test(text)) return texts[at + 1] ?? [];
    return /^(?:-X|--method=|--request=)(\w+)$/.exec(text)?.[1] ?? [];
  })[0];
  if (named !== undefined) return named.toUpperCase();
  if (/^(?:https?|xh)$/.test(program)) {
    const first = texts.find((text) => /^[A-Z]{3,6}$/.test(text));
    return first ?? (texts.some((text) => /^\w[\w.]*:?=/.test(text)) ? 'POST' : 'GET');
  }
  if (program === 'wget') return texts.some((text) => /^--post-/.test(text)) ? 'POST' : 'GET';
  const body =
    program === 'curl'
      ? /^(?:-d|-F|--data\S*|--json|--form\S*)|^-[a-zA-Z]*d$/
      : /^(?:-[fF]|--(?:raw-)?field\S*|--input\S*|--form\S*)/;
  if (program === 'curl' && texts.some((text) => /^(?:-T|--upload-file)/.test(text))) return 'PUT';
  return texts.some((text) => body.test(text)) ? 'POST' : 'GET';
}

function pathIn(texts: readonly string[]): string | undefined {
  const found = texts.find(
    (text, at) =>
      /^(?:https?:\/\/|\/|(?:repos|projects|graphql|orgs)(?:\/|$))/.test(text) &&
      !/^(?:-H|--header|-d|--data\S*|-o|--input|-f|-F)$/.test(texts[at - 1] ?? ''),
  );
  return found?.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '');
}
