/** True for SQL of which a statement drops or empties a database, a schema or a table. Texts and comments in it say nothing. */
export function dropsInSql(sql: string): boolean {
  return statements(sql.slice(0, 200_000)).some((one) => destroying.test(one) || empties(one));
}

const destroying =
  /^(?:drop\s{1,20}(?:database|schema|table|keyspace|owned|materialized\s{1,20}view)\b|truncate\b|optimize\s{1,20}table\b.{0,80}\bdeduplicate\b|flush(?:all|db)\b)/i;

/** `delete from NAME` without a condition. */
function empties(statement: string): boolean {
  return /^delete\s{1,20}from\b/i.test(statement) && !/\b(?:where|using|limit)\b/i.test(statement);
}

/** The statements of a script, texts in quotes and comments taken out; one begins at a line, too, as programs have words of their own. */
function statements(sql: string): string[] {
  let plain = '';
  for (let at = 0; at < sql.length; at += 1) {
    const char = sql[at]!;
    if (char === '-' && sql[at + 1] === '-') at = endOf(sql, '\n', at) - 1;
    else if (char === '/' && sql[at + 1] === '*') at = endOf(sql, '*/', at + 2) + 1;
    else if (char === "'" || char === '"' || char === '`') {
      at = endOf(sql, char, at + 1);
      plain += 'x';
    } else if (char === '$') {
      const mark = /^\$[A-Za-z_]{0,30}\$/.exec(sql.slice(at, at + 40))?.[0];
      if (mark === undefined) plain += char;
      else at = endOf(sql, mark, at + mark.length) + mark.length - 1;
    } else plain += char;
  }
  return plain
    .split(/[;\n\\]/)
    .map((one) => one.replace(/^[\s(]+/, '').replace(/^(?:begin|explain analyze|go)\b\s*/i, ''));
}

function endOf(text: string, sign: string, from: number): number {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
}
