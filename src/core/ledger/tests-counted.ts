/**
 * How runners count on a line of theirs: all tests that there were, or that passed, and those among them that did not run. A group
 * that a line does not have counts none.
 */
const countings: readonly RegExp[] = [
  /\bTests run: (?<all>\d{1,9}),.{0,80}\bSkipped: (?<left>\d{1,9})/,
  /\bRan (?<all>\d{1,9}) tests? in /,
  /^OK \(skipped=(?<left>\d{1,9})\)/,
  /\b(?<all>\d{1,9}) examples?, 0 failures(?:, (?<left>\d{1,9}) pending)?/,
  /\b(?<all>\d{1,9}) runs, \d{1,9} assertions, .{0,60}\b(?<left>\d{1,9}) skips\b/,
  /\b(?<all>\d{1,9}) tests?, \d{1,9} failures?(?:, (?<left>\d{1,9}) (?:skipped|excluded))?/,
  /\bExecuted (?<all>\d{1,9}) tests?, with (?:(?<left>\d{1,9}) tests? skipped)?/,
  /\bTests: (?<all>\d{1,9}), Assertions: \d{1,9}/,
  /\bTests: \d{1,9}, Assertions: .{0,80}\bSkipped: (?<left>\d{1,9})/,
  /\bPassed: {1,9}(?<all>\d{1,9}), {1,9}Skipped: /,
  /\b0 tests failed out of (?<all>\d{1,9})/,
  /^Files=\d{1,9}, Tests=(?<all>\d{1,9})\b/,
  /\bTests: succeeded (?<all>\d{1,9}), failed /,
  /^Passing: {1,9}(?<all>\d{1,9})$/,
  /^(?<all>\d{1,9}) pass$/,
  /^(?<all>\d{1,9}) (?:tests? )?pass(?:ed|ing)$/,
];

/** Lines on which a runner tells of one test. */
const ranOne = /^(?:--- PASS: |ok \d{1,9}\b(?!.{0,400}# (?:skip|todo)\b))/i;
const leftOne = /^(?:--- SKIP: |(?:not )?ok \d{1,9}\b.{0,400}# (?:skip|todo)\b)/i;
/** A line that counts only such as did not run. */
const leftAlone =
  /^(?:=+ )?\d{1,9} (?:tests? )?(?:todo|pending|skipped|xfailed|deselected)(?: in [\d.]{1,9}s)?(?: =+)?$/;
/** A runner that planned nothing. */
const planned = /^1\.\.0\b/;

/** A longer line is no summary. */
const longest = 600;

/**
 * What the lines of runners count: `counted` where any of them does, and how many tests ran. `12 pending` alone counts tests, of which
 * none ran.
 */
export function countTests(text: string): { counted: boolean; ran: number } {
  let ran = 0;
  let counted = false;
  for (const whole of text.split('\n')) {
    const line = whole.trim();
    if (line === '' || line.length > longest) continue;
    if (planned.test(line) || leftOne.test(line) || leftAlone.test(line)) counted = true;
    else if (ranOne.test(line)) ran += 1;
    else
      for (const pattern of countings) {
        const found = pattern.exec(line)?.groups;
        if (found === undefined) continue;
        counted = true;
        ran += Number(found.all ?? 0) - Number(found.left ?? 0);
      }
  }
  return { counted, ran };
}
