import { onShort } from '../bounded-match.ts';
import type { FileKind } from './deed.ts';

const forms: Record<FileKind, { test(text: string): boolean }> = {
  tests: onShort(
    /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__snapshots__)(?:\/|$)|\.(?:test|spec|e2e)\.[a-z.]{1,12}$|_(?:test|spec)\.\w{1,6}$|(?:^|\/)(?:test|spec)s?\.\w{1,6}$|(?:^|\/)test_[\w-]{1,80}\.\w{1,6}$|[a-z\d]Tests?\.(?:java|kt|cs|swift|php|scala)$|\.snap$/,
    1_000,
  ),
  migrations:
    /(?:^|\/)migrations?(?:\/|$)|(?:^|\/)db\/migrate(?:\/|$)|(?:^|\/)alembic\/versions(?:\/|$)/,
};

/** True for a file, or a folder of files, of a kind; by its path within the project. */
export function isOfKind(path: string, kind: FileKind): boolean {
  return forms[kind].test(path);
}

/** What people call files of a kind. */
export function kindNamed(word: string): FileKind | undefined {
  if (/^(?:unit-?|e2e-?)?(?:tests?|specs?|testfiles?)$/.test(word)) return 'tests';
  return /^migrations?$/.test(word) ? 'migrations' : undefined;
}

const madeAnew =
  /^(?:dist|build|out|target|coverage|node_modules|__pycache__|tmp|temp|storybook-static|htmlcov|\.(?:cache|next|nuxt|output|turbo|parcel-cache|pytest_cache|mypy_cache|ruff_cache|tox|nyc_output|svelte-kit|angular|gradle|eslintcache|vite|tsbuildinfo|nx|terraform)|[\w.-]+\.(?:pyc|tsbuildinfo|egg-info|class|o))$/;

/** True for a path of what builds and tests make, and make again. */
export function isMadeAnew(path: string): boolean {
  if (/^(?:\/tmp\/|\/var\/tmp\/|\$TMP)/.test(path)) return true;
  if (/^(?:\/|~)|(?:^|\/)\.\.(?:\/|$)/.test(path)) return false;
  return path
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .some((part) => madeAnew.test(part));
}
