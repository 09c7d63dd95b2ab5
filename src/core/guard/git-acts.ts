import type { Run } from '../shell/run.ts';
import type { ActName } from './acts.ts';
import { gitHazard } from './git-hazard.ts';
import { gitWord } from './git-options.ts';

/** True for a run of git that does what a word says. */
export function gitDoes(run: Run, act: ActName): boolean {
  const { word, rest, settings } = gitWord(run.args);
  const texts = rest.map(({ text }) => text);
  const operands = texts.filter((text) => !/^-./.test(text));
  switch (act) {
    case 'push':
      return word === 'push' && !texts.some((text) => /^-[a-zA-Z]*n/.test(text));
    case 'force-push':
      return gitHazard(run.args, undefined)?.kind === 'force-push';
    case 'commit':
      return (
        word === 'commit' ||
        (/^(?:cherry-pick|revert|am)$/.test(word ?? '') &&
          !texts.some((text) => /^(?:-n|--no-commit)$/.test(text)))
      );
    case 'amend':
      return word === 'commit' && texts.some((text) => /^--amend/.test(text));
    case 'merge':
      return word === 'merge';
    case 'rebase':
      return (
        word === 'rebase' ||
        (word === 'pull' &&
          (texts.some((text) => /^(?:-r|--rebase(?!=false))/.test(text)) ||
            settings.some((text) => /^(?:pull|branch\.\S+)\.rebase=(?!false)/i.test(text))))
      );
    case 'tag':
      return (
        word === 'tag' &&
        texts.length > 0 &&
        !/^(?:-l|--list|-n\d*|--contains|--points-at)/.test(texts[0]!)
      );
    case 'stash':
      return word === 'stash' && !/^(?:list|show)$/.test(texts[0] ?? '');
    case 'reset':
      return (
        word === 'reset' &&
        (texts.some((text) => /^--(?:hard|keep|merge)/.test(text)) ||
          (!texts.includes('--') &&
            /^(?:HEAD|ORIG_HEAD|@)?[~^@]|^[\w.-]+\/[\w./-]+$|^[\da-f]{7,40}$/.test(
              operands[0] ?? '',
            )))
      );
    case 'rewrite':
      return (
        /^(?:rebase|filter-branch|filter-repo|replace)$/.test(word) ||
        gitDoes(run, 'amend') ||
        gitDoes(run, 'force-push') ||
        gitDoes(run, 'reset')
      );
    case 'skip-hooks':
      return (
        texts.some((text) => /^--no-v(?:e(?:r(?:i(?:fy?)?)?)?)?$/.test(text)) ||
        (word === 'commit' && texts.some((text) => /^-[aqsveipo]*n[a-zA-Z]*$/.test(text))) ||
        settings.some((text) => /^core\.hookspath=/i.test(text)) ||
        (/^(?:commit|push|merge|rebase)$/.test(word) &&
          run.variables.some((text) =>
            /^(?:HUSKY=0|HUSKY_SKIP_HOOKS=|SKIP=|LEFTHOOK=0|PRE_COMMIT_ALLOW_NO_CONFIG=)/.test(
              text,
            ),
          ))
      );
    case 'branch':
      return createsBranch(word, texts, operands);
    case 'switch-branch':
      return switchesBranch(word, texts, operands);
    case 'delete-branch':
      return deletesBranch(word, texts, operands);
    case 'delete':
      return (
        (word === 'rm' && !texts.includes('--cached')) ||
        (word === 'clean' &&
          texts.some((text) => /^-[a-zA-Z]*f|^--force/.test(text)) &&
          !texts.some((text) => /^-[a-zA-Z]*n|^--dry-run/.test(text)))
      );
    default:
      return false;
  }
}

function createsBranch(
  word: string,
  texts: readonly string[],
  operands: readonly string[],
): boolean {
  if (word === 'checkout') return texts.some((text) => /^(?:-[bB]|--orphan)/.test(text));
  if (word === 'switch')
    return texts.some((text) => /^(?:-[cC]|--create|--force-create|--orphan)/.test(text));
  if (word === 'worktree') return texts.some((text) => /^-[bB]/.test(text));
  if (word === 'stash') return texts[0] === 'branch';
  return (
    word === 'branch' &&
    operands.length > 0 &&
    !texts.some((text) =>
      /^(?:-[a-zA-Z]*[dDmMlarvu]|--(?:delete|move|list|all|remotes|contains|no-contains|merged|no-merged|points-at|set-upstream-to|unset-upstream|edit-description|show-current|sort|format))/.test(
        text,
      ),
    )
  );
}

/** `git checkout NAME` is taken for a branch where the name has no ending and no slash behind it. */
function switchesBranch(
  word: string,
  texts: readonly string[],
  operands: readonly string[],
): boolean {
  if (word === 'switch') return texts.length > 0;
  if (word === 'stash') return texts[0] === 'branch';
  if (word !== 'checkout' || texts.includes('--')) return false;
  if (createsBranch(word, texts, operands)) return true;
  return operands.length === 1 && /^[\w@][\w@~^-]*(?:\/[\w-]+)*$|^-$/.test(operands[0] ?? '');
}

function deletesBranch(
  word: string,
  texts: readonly string[],
  operands: readonly string[],
): boolean {
  if (word === 'branch') return texts.some((text) => /^(?:-[a-zA-Z]*[dD]|--delete)/.test(text));
  if (word === 'update-ref')
    return texts.includes('-d') && /^refs\/(?:heads|remotes)\//.test(operands[0] ?? '');
  return (
    word === 'push' &&
    (texts.some((text) => /^(?:-[a-zA-Z]*d|--delete|--prune|--mirror)/.test(text)) ||
      operands.slice(1).some((text) => /^\+?:./.test(text)))
  );
}
