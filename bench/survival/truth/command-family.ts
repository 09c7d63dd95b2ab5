import { programWords, simpleCommands } from './shell-text.ts';

/** Programs that only look, move or print: what they were is no fact worth keeping. */
const looking = new Set(
  `ls cat head tail less more grep rg ag egrep fgrep find fd sed awk cut tr wc sort uniq echo printf pwd cd pushd popd
  which type whereis file stat du df tree diff cmp test [ [[ true false sleep date seq xargs tee jq yq basename dirname
  realpath readlink export set unset source . read for while if fi done else elif case esac mkdir rmdir rm cp mv ln touch
  chmod chown kill pkill pgrep ps lsof wait ulimit ssh clear open code history env strings xxd od hexdump column nl
  sha256sum md5sum shasum base64 return exit local declare let eval cat> break continue function`.split(
    /\s+/,
  ),
);

/** Second words that only look, whatever the program. */
const lookingVerb =
  /^(show|list|ls|ready|view|status|diff|checks|info|help|version|env|get|search|config)$/;

const gitLooking = new Set(
  'fetch status log diff show branch rev-parse ls-files ls-tree blame remote config reflog describe cat-file for-each-ref add restore check-ignore merge-base rev-list name-rev shortlog show-ref grep commit'.split(
    ' ',
  ),
);

/** Programs whose second word names what is done, and those whose third does after `run`. */
const withVerb =
  /^(go|npm|pnpm|yarn|bun|npx|bunx|cargo|git|gh|mise|make|just|task|docker|kubectl|poetry|uv|pip|pip3|python3?|deno|mvn|gradle|\.\/gradlew|rails|bundle|mix|dotnet|terraform|golangci-lint|bd|entire|brew|apt-get|apt|systemctl|swift|xcodebuild|tmux|node|tsx|ruby|bash|sh|zsh)$/;

/**
 * What kind of command a simple command is: program and verb (`go test`, `npm run lint`, `mise run test:ci`), without
 * flags, files and filters. Undefined for commands that only look or move things about.
 */
export function familyOf(simple: string): string | undefined {
  const words = programWords(simple);
  const program = words[0]?.split('/').at(-1);
  if (!program || !/^[A-Za-z][\w.+-]*$/.test(program) || looking.has(program)) return undefined;
  if (!withVerb.test(program)) return program;
  const rest = words.slice(1).filter((word) => !word.startsWith('-') && !/^[<>&0-9]/.test(word));
  const verb = rest[0];
  if (verb === undefined) return program === 'make' || program === 'yarn' ? program : undefined;
  if (program === 'git' && gitLooking.has(verb)) return undefined;
  if (/^(python3?|node|tsx|ruby|bash|sh|zsh)$/.test(program)) {
    const script = verb.split('/').at(-1)!;
    return /^[\w.-]+\.\w+$/.test(script) ? `${program} ${script}` : undefined;
  }
  if (!/^[\w:@./-]+$/.test(verb) || lookingVerb.test(verb)) return undefined;
  if (program === 'gh') return ghFamily(simple, verb, rest[1]);
  const named = /^(run|exec|x)$/.test(verb);
  if (named && rest[1] !== undefined && /^[\w:@./-]+$/.test(rest[1]) && program !== 'go') {
    return `${program} ${verb} ${rest[1]}`;
  }
  return `${program} ${verb}`;
}

/** The forge's own client: `gh pr create`; asking it is no fact. */
function ghFamily(simple: string, noun: string, verb: string | undefined): string | undefined {
  if (noun === 'api') return /\s(-X|--method|-f|-F|--field)\b/.test(simple) ? 'gh api' : undefined;
  return verb === undefined || lookingVerb.test(verb) || !/^[\w-]+$/.test(verb)
    ? undefined
    : `gh ${noun} ${verb}`;
}

/** Families of all simple commands of a shell text, each once. */
export function familiesOf(text: string): string[] {
  return [...new Set(simpleCommands(text).flatMap((one) => familyOf(one) ?? []))];
}

const testing =
  /^(go test|npm (run )?(test|t)\b|npm run test|pnpm (run )?test|yarn (run )?test|bun test|cargo (test|nextest)|pytest|py\.test|vitest|jest|npx (vitest|jest|playwright)|bunx (vitest|jest)|mise run test|make test|just test|task test|mvn test|gradle test|\.\/gradlew test|rspec|bundle exec|mix test|dotnet test|deno test|swift test)/;

export function isTesting(family: string): boolean {
  return testing.test(family);
}

/** Commands that tell whether the work is sound: tests, builds, linters, formatters, type checks. */
export function isChecking(family: string): boolean {
  return (
    isTesting(family) ||
    /\b(build|lint|fmt|format|check|vet|compile|credo|tsc|typecheck|clippy|ruff|mypy|eslint|biome)\b/.test(
      family,
    )
  );
}
