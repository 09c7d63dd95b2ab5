import { createHash } from 'node:crypto';
import { isSameSecret } from '../daemon/proof.ts';

/** What lets a browser in, once a link was opened in it. */
export interface OpenedPage {
  /** True where a person asked for the link at a terminal of their own. */
  person: boolean;
}

interface Link extends OpenedPage {
  target: string;
  madeMs: number;
}

interface Kept extends OpenedPage {
  key: string;
  usedMs: number;
}

/** A link that nobody opened by then opens nothing any more. */
const linkMs = 60_000;
/** A page that asked nothing for so long is closed. */
const pageMs = 12 * 60 * 60 * 1000;
const mostLinks = 100;
const mostPages = 100;

/**
 * Who may use the page. A link opens it once, within a minute; then the browser has a cookie, by which it reads, and the page a
 * key besides, without which it changes nothing. All of it is kept in this process alone.
 */
export class PageKeys {
  readonly #random: (bytes: number) => string;
  readonly #nowMs: () => number;
  readonly #links = new Map<string, Link>();
  readonly #pages = new Map<string, Kept>();

  constructor(random: (bytes: number) => string, nowMs: () => number) {
    this.#random = random;
    this.#nowMs = nowMs;
  }

  /** A new link. `target`: the view that it opens. */
  link(target: string, person: boolean): string {
    const link = this.#random(24);
    this.#links.set(fingerprint(link), { target, person, madeMs: this.#nowMs() });
    trim(this.#links, mostLinks);
    return link;
  }

  /** Uses a link up; undefined where it is unknown, was used, or is too old. */
  open(link: string): { cookie: string; key: string; target: string } | undefined {
    const name = fingerprint(link);
    const found = this.#links.get(name);
    this.#links.delete(name);
    if (found === undefined || this.#nowMs() - found.madeMs > linkMs) return undefined;
    const { target, person } = found;
    const [cookie, key] = [this.#random(32), this.#random(32)];
    this.#pages.set(fingerprint(cookie), { person, key, usedMs: this.#nowMs() });
    trim(this.#pages, mostPages);
    return { cookie, key, target };
  }

  /** The page that one of these cookies is of. Others of the same name may be anybody's. */
  admits(cookies: readonly string[]): OpenedPage | undefined {
    return this.#find(cookies);
  }

  /** The same, where the page's key is right too. */
  mayChange(cookies: readonly string[], key: string | undefined): OpenedPage | undefined {
    const found = this.#find(cookies);
    return found !== undefined && key !== undefined && isSameSecret(key, found.key)
      ? found
      : undefined;
  }

  #find(cookies: readonly string[]): Kept | undefined {
    const now = this.#nowMs();
    for (const cookie of cookies) {
      const name = fingerprint(cookie);
      const found = this.#pages.get(name);
      if (found === undefined) continue;
      if (now - found.usedMs > pageMs) {
        this.#pages.delete(name);
        continue;
      }
      found.usedMs = now;
      return found;
    }
    return undefined;
  }
}

/** Looked up by this, so that the time that it takes tells nothing of the secret. */
function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Drops the oldest beyond so many. */
function trim(map: Map<string, unknown>, most: number): void {
  for (const name of map.keys()) {
    if (map.size <= most) return;
    map.delete(name);
  }
}

/** The values of a cookie's name in a header, which may hold any number of them. */
export function cookiesNamed(name: string, header: string | undefined): string[] {
  return (header ?? '').split(';').flatMap((part) => {
    const border = part.indexOf('=');
    if (border < 0 || part.slice(0, border).trim() !== name) return [];
    const value = part.slice(border + 1).trim();
    return /^[0-9a-f]{64}$/.test(value) ? [value] : [];
  });
}

/** Browsers send a cookie to every port of a machine, so each daemon's has a name of its own. */
export function cookieName(port: number): string {
  return `holdfast-${port}`;
}

/** A view of the page, by the part of its address behind the number sign; undefined: it is none. */
export function isTarget(text: string): boolean {
  return (
    text.length <= 2_000 &&
    /^[a-z]+(?:\/[A-Za-z0-9._~%:@-]+)*(?:\?[A-Za-z0-9._~%=&-]*)?$/.test(text)
  );
}
