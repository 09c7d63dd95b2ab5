import { useEffect, useState } from 'preact/hooks';

/** Where the page stands: a view, what it is of, and its choices. */
export interface Place {
  view: string;
  id: string;
  query: URLSearchParams;
}

/** The place that an address names by what is behind its number sign. */
export function placeOf(hash: string): Place {
  const text = hash.replace(/^#/, '');
  const border = text.indexOf('?');
  const path = border < 0 ? text : text.slice(0, border);
  const [view = '', ...rest] = path.split('/');
  let id = rest.join('/');
  try {
    id = decodeURIComponent(id);
  } catch {
    // It names nothing, which the view says.
  }
  return {
    view: view || 'sessions',
    id,
    query: new URLSearchParams(border < 0 ? '' : text.slice(border + 1)),
  };
}

/** The address of a place. */
export function link(
  view: string,
  id = '',
  query: Record<string, string | undefined> = {},
): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) given.set(name, value);
  const text = given.toString();
  return `#${view}${id === '' ? '' : `/${encodeURIComponent(id)}`}${text === '' ? '' : `?${text}`}`;
}

/** The place at hand, and a way to change its choices without a step in the history. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  useEffect(() => {
    const changed = (): void => setPlace(placeOf(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return place;
}

/** Changes the choices of a place. */
export function choose({ view, id, query }: Place, choices: Record<string, string>): void {
  const all = { ...Object.fromEntries(query), ...choices };
  history.replaceState(null, '', link(view, id, all));
  dispatchEvent(new HashChangeEvent('hashchange'));
}
