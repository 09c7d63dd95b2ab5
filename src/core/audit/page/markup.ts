/** Markup that is made here and needs no escaping. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[];

/**
 * Markup from a template: every text that is put in is escaped, so that nothing from a record can become an element,
 * an attribute or a script. Only markup that was made by this function stays what it is.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  let markup = strings[0] ?? '';
  parts.forEach((part, index) => {
    markup += rendered(part) + (strings[index + 1] ?? '');
  });
  return { markup };
}

export const nothing: Markup = { markup: '' };

function rendered(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map((one) => one.markup).join('');
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as it may stand between tags and in quoted attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => escapes[sign]!);
}
