import type { Word } from '../shell/script.ts';
import { operands } from '../shell/started.ts';
import type { Hazard } from './hazard.ts';
import { dropsInSql } from './sql.ts';

/** Programs that take statements of SQL as an argument or on their input. */
const sqlClients = new Set(
  'psql mysql mariadb sqlite3 sqlite cockroach sqlcmd clickhouse-client clickhouse duckdb snowsql bq usql mycli pgcli litecli turso wrangler'.split(
    ' ',
  ),
);

/** The first words of other programs that drop or empty a database, by program. */
const commands: Record<string, readonly RegExp[]> = {
  dropdb: [/^/],
  mysqladmin: [/(?:^| )drop /],
  'redis-cli': [/^flush(?:all|db)\b/i],
  'valkey-cli': [/^flush(?:all|db)\b/i],
  mongosh: [/dropDatabase\s*\(|\.drop\s*\(/],
  mongo: [/dropDatabase\s*\(|\.drop\s*\(/],
  prisma: [/^migrate reset\b/, /^db push\b.*--(?:force-reset|accept-data-loss)\b/],
  rails: [
    /^db:(?:drop|reset|purge|rollback|migrate:(?:reset|down|redo)|schema:load|truncate_all)\b/,
  ],
  rake: [/(?:^| )db:(?:drop|reset|purge|rollback|migrate:(?:reset|down|redo)|truncate_all)\b/],
  artisan: [/^(?:migrate:(?:fresh|reset|refresh|rollback)|db:wipe)\b/],
  symfony: [/(?:^| )doctrine:(?:database|schema):drop\b/],
  console: [/(?:^| )doctrine:(?:database|schema):drop\b/],
  'manage.py': [/^(?:flush|reset_db|reset_schema)\b/],
  'django-admin': [/^(?:flush|reset_db)\b/],
  sequelize: [/^db:(?:drop|migrate:undo\S*|seed:undo\S*)/],
  'sequelize-cli': [/^db:(?:drop|migrate:undo\S*|seed:undo\S*)/],
  typeorm: [/^(?:schema:drop|migration:revert)\b/],
  'typeorm-ts-node-commonjs': [/^(?:schema:drop|migration:revert)\b/],
  knex: [/(?:^| )migrate:(?:rollback|down)\b/],
  'node-pg-migrate': [/(?:^| )(?:down|redo)\b/],
  'db-migrate': [/(?:^| )(?:down|reset|db:drop)\b/],
  'migrate-mongo': [/(?:^| )down\b/],
  umzug: [/(?:^| )down\b/],
  goose: [/(?:^| )(?:down|down-to|reset|redo)\b/],
  dbmate: [/(?:^| )(?:drop|down|rollback)\b/],
  migrate: [/(?:^| )(?:down|drop)\b/],
  atlas: [/^schema clean\b/],
  phinx: [/(?:^| )rollback\b/],
  'mikro-orm': [/^(?:schema|migration):(?:drop|fresh)\b/],
  mix: [/^ecto\.(?:drop|reset|rollback)\b/],
  diesel: [/^(?:database (?:reset|drop)|migration (?:revert|redo))\b/],
  sqlx: [/^(?:database (?:reset|drop)|migrate revert)\b/],
  'sea-orm-cli': [/^migrate (?:fresh|reset|refresh|down)\b/],
  dotnet: [/^ef database drop\b/],
  'dotnet-ef': [/^database drop\b/],
  supabase: [/^db reset\b/],
  flyway: [/(?:^| )(?:clean|undo)\b/],
  liquibase: [/(?:^| )(?:drop-?all|rollback\S*)(?: |$)/i],
  alembic: [/(?:^| )downgrade\b/],
  heroku: [/^pg:reset\b/],
  turso: [/^db destroy\b/],
  wrangler: [/^d1 delete\b/],
  aws: [/^(?:rds delete-db-(?:instance|cluster)|dynamodb delete-table)\b/],
  gcloud: [/^sql (?:databases|instances) delete\b/],
  influx: [/^bucket delete\b/],
};

const redisTaking = /^(?:-[hpnuasitrdD]|--(?:user|pass|sni|cacert|cert|key|eval|pipe-timeout))$/;

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
    return /^(?:artisan|manage\.py|rails|rake|console)$/.test(script)
      ? databaseHazard(script, args.slice(1), input)
      : undefined;
  }
  const own = /^(?:redis|valkey)-cli$/.test(program) ? operands(args, redisTaking) : args;
  const line = own.map(({ text }) => text).join(' ');
  const patterns = Object.hasOwn(commands, program) ? (commands[program] ?? []) : [];
  const isTrial = /(?:^| )(?:--help|--dry-run)(?: |$)|(?:^| )-h$/.test(line);
  const drops =
    (patterns.some((pattern) => pattern.test(line)) && !isTrial) ||
    (sqlClients.has(program) && [...texts, behindOption(texts), input].some(dropsInSql));
  return drops ? { kind: 'drop', what: 'drop or empty a database' } : undefined;
}

/** The statement that an option carries in the same word: `-e"drop …"`, `--command=drop …`. */
function behindOption(texts: readonly string[]): string {
  return texts.map((text) => /^(?:-[A-Za-z]|--[a-z-]+=)(.*)$/s.exec(text)?.[1] ?? '').join('\n');
}
