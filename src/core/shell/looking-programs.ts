/** Programs that only read in the forms below: the first words that they are given, as one text. */
const words: Readonly<Record<string, RegExp>> = {
  npm: /^(?:ls|list|ll|la|view|info|show|v|outdated|why|explain|root|bin|prefix|ping|whoami|search|query|fund|run|run-script|get|config (?:get|list|ls)|c (?:get|list)|pkg get|owner ls|dist-tag ls|help|audit(?! (?:.* )?(?:fix|--fix)\b))(?: |$)/,
  pnpm: /^(?:ls|list|ll|why|outdated|root|bin|config (?:get|list)|licenses list)(?: |$)/,
  yarn: /^(?:list|why|info|outdated|config (?:get|list)|workspaces (?:list|info))(?: |$)/,
  pip: /^(?:list|show|freeze|check|config (?:get|list)|index versions)(?: |$)/,
  go: /^(?:version|env(?! -[wu])|doc)(?: |$)/,
  cargo: /^(?:search|--list)(?: |$)/,
  rustup: /^(?:show|toolchain list|target list|component list)(?: |$)/,
  docker:
    /^(?:ps|images|image ls|image inspect|logs|inspect|version|info|port|top|diff|history|stats --no-stream|container (?:ls|inspect|logs)|volume (?:ls|inspect)|network (?:ls|inspect)|system df|context (?:ls|show)|compose (?:ps|logs|config|ls|images|top|version))(?: |$)/,
  kubectl:
    /^(?:get|describe|logs|version|top|explain|api-resources|api-versions|cluster-info|config (?:view|current-context|get-contexts))(?: |$)/,
  helm: /^(?:list|ls|status|history|version|get|show|search)(?: |$)/,
  gh: /^(?:api [\w{}/.?=&-]+(?: (?:--paginate|--slurp|-i|(?:-q|--jq) \S.{0,200}))?$|(?:pr|issue|run|repo|release|workflow|gist|label|cache) (?:view|list|ls|status|checks|diff)|auth status|status|search)(?: |$)/,
  systemctl:
    /^(?:status|is-active|is-enabled|is-failed|list-units|list-unit-files|show|cat|list-timers)(?: |$)/,
  brew: /^(?:list|ls|info|outdated|deps|search|--prefix)(?: |$)/,
  apt: /^(?:list|show|search|policy)(?: |$)/,
  'apt-cache': /^(?:show|search|policy|depends|rdepends|madison)(?: |$)/,
  dpkg: /^(?:-l|-L|-s|-S|--list|--status)(?: |$)/,
  rpm: /^-q/,
  tar: /^(?:-?[vzjJa]*t[vzjJaf]*|--list)(?: |$)/,
  unzip: /^(?:-l|-lv|-v|-Z\S*|-t)(?: |$)/,
  gzip: /^(?:-l|--list|-lv)(?: |$)/,
  ip: /^(?:(?:-\S+ )*(?:a|addr|address|r|route|link|l|n|neigh))(?: show| list| ls|$)/,
  openssl:
    /^(?:version(?: -\w)?|x509(?: (?:-in [\w./-]+|-noout|-text|-subject|-issuer|-dates|-enddate|-startdate|-fingerprint|-serial|-sha256))+)$/,
  crontab: /^-l$/,
  top: /^-b ?-?n ?\d{1,3}$/,
  ping: /^-c ?\d{1,2} [\w.-]+$/,
  npx: /^(?:--no-install|--no) (?:tsc|eslint|prettier|jest|vitest|biome|vite) (?:--version|-v)$/,
  nvm: /^(?:ls|current|version|which)(?: |$)/,
  rails: /^(?:-v|--version)$/,
  terraform:
    /^(?:version|validate -help|show|output|providers|state (?:list|show)|workspace (?:list|show))(?: |$)/,
  aws: /^(?:sts get-caller-identity|s3 ls|configure list|[a-z0-9-]{2,30} (?:describe|list)-[a-z0-9-]{2,60})(?: |$)/,
  gcloud: /^(?:version|info|config (?:list|get|get-value)|auth list|projects list)(?: |$)/,
  history: /^\d*$/,
  ulimit: /^-[aH]*a$/,
  umask: /^(?:-S)?$/,
  alias: /^$/,
  hostname: /^(?:-[fisIAd])?$/,
  dmesg: /^(?:-T|-H|--human|)$/,
  mount: /^$/,
  jobs: /^(?:-[lp])?$/,
  make: /^(?:-v|--version)$/,
};

const refused =
  /(?:^| )(?:-w|--web|--watch|--follow=?|--output=\S*|--to-command\S*|-I\S*|--use-compress-program\S*|--checkpoint-action\S*|--out\S*|--exec\S*|--vacuum\S*|--json=?\S*>)(?: |$)/;

const others: Readonly<Record<string, string>> = {
  pip3: 'pip',
  podman: 'docker',
  'docker-compose': 'compose',
};

/** Programs that tell their version and nothing else. */
const versioned = new Set(
  'node nodejs npm npx pnpm yarn bun deno python python2 python3 pip pip3 uv poetry ruby gem bundle go rustc cargo java javac mvn gradle dotnet php composer perl git docker kubectl helm terraform tsc gcc g++ clang cmake make bash zsh sh sqlite3 psql mysql redis-cli ffmpeg gh aws gcloud az jq rg fd bat vim nvim code tmux curl wget ssh openssl tar sed awk grep find swift elixir mix erl ghc stack lua R julia'.split(
    ' ',
  ),
);

/** True for a program in a form that surely only looks. */
export function onlyLooks(program: string, args: readonly string[]): boolean {
  if (
    versioned.has(program) &&
    args.length === 1 &&
    /^(?:--version|-v|-V|version|-version)$/.test(args[0]!)
  )
    return !(
      program === 'sh' ||
      (args[0] === '-v' &&
        /^(?:bash|zsh|perl|python[23]?|ruby|tar|sed|awk|vim|nvim|jq|wget|curl|psql)$/.test(program))
    );
  const name = Object.hasOwn(others, program) ? others[program]! : program;
  const line = (name === 'compose' ? ['compose', ...args] : args).join(' ');
  const pattern = Object.hasOwn(words, name === 'compose' ? 'docker' : name)
    ? words[name === 'compose' ? 'docker' : name]
    : undefined;
  return (
    pattern?.test(line) === true &&
    !refused.test(line) &&
    !(program === 'npm' && /^run(?:-script)? ./.test(line))
  );
}

/** `awk` whose script prints, and neither writes, runs nor reads what it names. */
export function isReadOnlyAwk(args: readonly string[]): boolean {
  let at = 0;
  for (; at < args.length && args[at]!.startsWith('-') && args[at] !== '-'; at += 1) {
    const option = args[at]!;
    if (option === '-F' || option === '-v') at += 1;
    else if (!/^-[Fv]./.test(option)) return false;
  }
  const script = args[at] ?? '';
  return (
    script !== '' &&
    script.length < 2_000 &&
    !/system|getline|[|@`]|close|fflush|print(?:(?!print)[^;}\n]){0,300}>/.test(script)
  );
}

/** `curl` that fetches and prints. */
export function isReadOnlyCurl(args: readonly string[]): boolean {
  return args.every((arg, at) => {
    const before = args[at - 1] ?? '';
    if (/^(?:-H|-A|-m|--max-time|--connect-timeout|--header|--retry)$/.test(before))
      return !arg.startsWith('@');
    if (/^(?:-X|--request)$/.test(before)) return /^(?:GET|HEAD)$/.test(arg);
    return (
      /^(?:-[sSifILkvG46]+|-[HAmX]|--(?:silent|show-error|head|location|fail|include|insecure|compressed|max-time|connect-timeout|header|request|retry|get))$/.test(
        arg,
      ) || /^(?:https?:\/\/|localhost|127\.0\.0\.1)[^\s]*$/.test(arg)
    );
  });
}

/** `tree`, `shuf`, `iconv`, `cloc`, `yq`, `xxd`, `less`: without what they write to. */
export function writesNothing(program: string, args: readonly string[]): boolean {
  const operands = args.filter((arg) => !arg.startsWith('-') || arg === '-');
  switch (program) {
    case 'tree':
      return !args.some((arg) => /^-[a-zA-Z]*[oR]|^--output|^--fromfile/.test(arg));
    case 'xxd':
      return operands.length <= 1 && !args.some((arg) => /^-r|^-revert/.test(arg));
    case 'yq':
      return (
        !args.some((arg) => /^-[a-zA-Z]*[is]|^--(?:inplace|split-exp|in-place)/.test(arg)) &&
        !/\b(?:load|env|strload|eval)\b/.test(args.join(' '))
      );
    case 'less':
    case 'more':
      return !args.some((arg) => /^[-+]/.test(arg) && !/^-[NSRFXEiMn]+$/.test(arg));
    case 'fd':
    case 'fdfind':
      return !args.some((arg) => /^-[a-zA-Z]*[xX]|^--exec/.test(arg));
    case 'journalctl':
      return !args.some((arg) =>
        /^--(?:vacuum|rotate|flush|sync|relinquish|update|setup|cursor-file)/.test(arg),
      );
    case 'base64':
      return true;
    default:
      return !args.some((arg) => /^(?:-[a-zA-Z]*o|--out|--report-file|--write)/.test(arg));
  }
}
