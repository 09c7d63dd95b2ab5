/** What a client's status line tells of a session. */
export interface StatusLineView {
  /** How full the context is, in percent; absent where that is not known. */
  full?: number;
  compactions: number;
  /** True while a recovery waits for something. */
  recovering: boolean;
  /** The ticket or worker that the session has, by its short name. */
  ticket?: string;
  /** Rules of the user that hold; absent where they were not read yet. */
  rules?: number;
}

/** The line without fullness, which clients tell themselves: letters, digits and `-,.#_ ` alone, one line. */
export function statusLineRest(view: StatusLineView): string {
  const { compactions, recovering, ticket, rules } = view;
  const parts = [counted(compactions, 'compaction')];
  if (recovering) parts.push('recovery open');
  const name = ticket === undefined ? '' : plainName(ticket);
  if (name !== '') parts.push(name);
  if (rules !== undefined) parts.push(counted(rules, 'rule'));
  return parts.join(', ');
}

/** The whole line, as the status line shows it. */
export function statusLineText(view: StatusLineView): string {
  const full = view.full === undefined ? '' : ` ${Math.round(view.full)}% full,`;
  return `Holdfast${full} ${statusLineRest(view)}`;
}

/** A name from outside as the status line may show it: no sign that a terminal takes for an order. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9._#-]+/g, '-').slice(0, 40);
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
