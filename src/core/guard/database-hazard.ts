import type { Word } from '../shell/script.ts';
import type { Hazard } from './hazard.ts';

/** Programs that take statements of SQL as an argument or on their input. */
const sqlClients = new Set(
  'psql mysql mariadb sqlite3 sqlite cockroach sqlcmd clickhouse-client clickhouse duckdb snowsql bq usql mycli pgcli litecli turso wrangler'.split(
    ' ',
  ),
);

const dropping = /(?:^|[;"'`(\n])\s{0,200}drop\s{1,200}(?:database|schema|table)\b/i;

/** The first words of other programs that drop or empty a database, by program. */
const commands: Record<string, readonly RegExp[]> = {
  dropdb: [/^/],
  mysqladmin: [/(?:^| )drop /],
  'redis-cli': [/(?:^| )flush(?:all|db)\b/i],
  'valkey-cli': [/(?:^| )flush(?:all|db)\b/i],
  mongosh: [/dropDatabase\s*\(|\.drop\s*\(/],
  mongo: [/dropDatabase\s*\(|\.drop\s*\(/],
  prisma: [/^migrate reset\b/, /^db push\b.*--(?:force-reset|accept-data-loss)\b/],
  rails: [/^db:(?:drop|reset|purge|migrate:reset|schema:load|truncate_all)\b/],
  rake: [/(?:^| )db:(?:drop|reset|purge|migrate:reset|truncate_all)\b/],
  artisan: [/^(?:migrate:(?:fresh|reset|refresh)|db:wipe)\b/],
  'manage.py': [/^(?:flush|reset_db|reset_schema)\b/],
  'django-admin': [/^(?:flush|reset_db)\b/],
  sequelize: [/^db:drop\b/],
  'sequelize-cli': [/^db:drop\b/],
  typeorm: [/^schema:drop\b/],
  'typeorm-ts-node-commonjs': [/^schema:drop\b/],
  'mikro-orm': [/^(?:schema|migration):(?:drop|fresh)\b/],
  mix: [/^ecto\.(?:drop|reset)\b/],
  diesel: [/^database (?:reset|drop)\b/],
  sqlx: [/^database (?:reset|drop)\b/],
  'sea-orm-cli': [/^migrate (?:fresh|reset|refresh)\b/],
  dotnet: [/^ef database drop\b/],
  'dotnet-ef': [/^database drop\b/],
  supabase: [/^db reset\b/],
  flyway: [/(?:^| )clean\b/],
  liquibase: [/(?:^| )drop-?all\b/i],
  alembic: [/^downgrade base\b/],
  heroku: [/^pg:reset\b/],
  turso: [/^db destroy\b/],
  wrangler: [/^d1 delete\b/],
  aws: [/^(?:rds delete-db-(?:instance|cluster)|dynamodb delete-table)\b/],
  gcloud: [/^sql (?:databases|instances) delete\b/],
  influx: [/^bucket delete\b/],
};

/** Interpreters whose first operand names the program that counts. */
const interpreters = /^(?:php|python[\d.]*|ruby|node|bash|sh)$/;

/** True for a program that this file knows. */
export function isDatabaseProgram(program: string): boolean {
  return sqlClients.has(program) || Object.hasOwn(commands, program);
}

/** What a command would drop of a database; `input`: what it reads, as far as it is known. */
export function databaseHazard(
  program: string,
  args: readonly Word[],
  input: string,
): Hazard | undefined {
  const texts = args.map(({ text }) => text);
  if (interpreters.test(program)) {
    const script = (texts[0] ?? '').split('/').at(-1) ?? '';
    return /^(?:artisan|manage\.py|rails|rake)$/.test(script)
      ? databaseHazard(script, args.slice(1), input)
      : undefined;
  }
  const line = texts.join(' ');
  const patterns = Object.hasOwn(commands, program) ? (commands[program] ?? []) : [];
  const says = [...texts, input].some((text) => dropping.test(uncommented(text)));
  const drops =
    (patterns.some((pattern) => pattern.test(line)) &&
      !/(?:^| )(?:--help|-h|--dry-run)(?: |$)/.test(line)) ||
    (sqlClients.has(program) && (says || dropping.test(uncommented(behindOption(texts)))));
  return drops ? { kind: 'drop', what: 'drop or empty a database' } : undefined;
}

/** The statement that an option carries in the same word: `-e"drop …"`, `--command=drop …`. */
function behindOption(texts: readonly string[]): string {
  return texts.map((text) => /^(?:-[A-Za-z]|--[a-z-]+=)(.*)$/s.exec(text)?.[1] ?? '').join('\n');
}

/** SQL without its comments: what stands in one does not run. */
function uncommented(sql: string): string {
  return sql.replace(/--[^\n]*/g, ' ').replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
}
