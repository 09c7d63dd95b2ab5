import type { Making } from './made-by-command.ts';

const verbs = new Set(
  'create new add save post comment reply send publish merge close reopen update edit move transition assign link resolve approve submit deploy delete upload'.split(
    ' ',
  ),
);
const telling =
  /^(?:team|teamId|project|projectId|projectKey|owner|repo|repository|channel|channel_id|parent|parentId|cycle|milestone|labels?|assignee|state|status|title|name|summary|key|issueId|issue_id|issueKey|issue_number|pull_number|pullNumber|number|id|base|head|draft|env|environment|type|priority|space|workspace)$/;
const ids =
  /^(?:id|key|issueId|issue_id|issueKey|issue_number|pull_number|pullNumber|number|identifier)$/;
/** What a client's own tools work on: nothing outside. */
const inside =
  /\b(?:agents?|subagent|todos?|plan|memor(?:y|ies)|files?|stdin|terminal|shell|topic|goal|worktree|notebook)\b/;
const mostArgs = 8;

/** What a tool of a server makes outside, by the words of its name and its input, a member a line. */
export function toolMaking(name: string, input: string | undefined): Making | undefined {
  const own =
    name
      .slice(0, 120)
      .split(/__|[.:/]/)
      .at(-1) ?? '';
  const words = own
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
  const at = words.findIndex((word) => verbs.has(word));
  if (at < 0 || at > 2) return undefined;
  const thing = words.filter((word, index) => index !== at && word !== 'to').join(' ');
  if (inside.test(thing)) return undefined;
  const given = membersOf(input);
  const id = given.find(([member]) => ids.test(member))?.[1];
  return {
    thing: thing === '' ? own : thing,
    verb: words[at]!,
    by: name.slice(0, 80),
    ...(id === undefined ? {} : { id }),
    args: given.map(([member, value]) => `${member} ${value}`).slice(0, mostArgs),
  };
}

function membersOf(input: string | undefined): [string, string][] {
  return (input ?? '').split('\n', 60).flatMap((line): [string, string][] => {
    const cut = line.indexOf(': ');
    const member = line.slice(0, Math.max(0, cut));
    const value = line.slice(cut + 2, cut + 82).trim();
    return cut > 0 && value !== '' && telling.test(member) ? [[member, value]] : [];
  });
}
