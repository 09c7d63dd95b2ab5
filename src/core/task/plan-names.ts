/** "Plan" as people write it in names of files, in languages that set words apart; blanks as dashes. */
const apart = [
  'plan plán plano piano план plany plans planung pla terv σχέδιο σχεδιο',
  'suunnitelma rencana kế-hoạch ke-hoach योजना خطة الخطة خطه תוכנית תכנית התוכנית',
].flatMap((words) => words.split(' '));

/** The same in scripts that do not, and in languages that join words: it may end or begin a longer one. */
const joined = [
  '計画',
  '計画書',
  'プラン',
  '计划',
  '计划书',
  '規劃',
  '规划',
  '計劃',
  '計畫',
  '計劃書',
  '方案',
].concat(['계획', '계획서', '플랜', 'แผน', 'แผนงาน']);

/** A word that German, the Nordic languages, Dutch and Finnish put at the end of others. */
const endsWord = /\p{L}{3}(?:plan|suunnitelma)$/u;

/** True for a file whose name says, in any language, that it is a plan: `PLAN.md`, `計画.md`, `Umsetzungsplan.md`. */
export function isPlanName(name: string): boolean {
  const stem = stemOf(name);
  if (stem === undefined) return false;
  const parts = stem.split('-');
  const ends = [parts[0]!, parts.at(-1)!, parts.slice(0, 2).join('-'), parts.slice(-2).join('-')];
  return (
    ends.some((end) => apart.includes(end)) ||
    parts.some((part) => joined.some((word) => part.startsWith(word) || part.endsWith(word))) ||
    endsWord.test(parts.at(-1)!)
  );
}

/** True where the whole name is that word. */
export function isPlainPlanName(name: string): boolean {
  const stem = stemOf(name);
  return stem !== undefined && (apart.includes(stem) || joined.includes(stem));
}

/** The name without its ending, in one spelling; undefined where it is no Markdown file. */
function stemOf(name: string): string | undefined {
  const plain = name.normalize('NFC').toLowerCase();
  return plain.endsWith('.md') ? plain.slice(0, -3).replace(/[\s._-]+/g, '-') : undefined;
}
