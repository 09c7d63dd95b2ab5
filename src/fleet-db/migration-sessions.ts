import type { Migration } from './migrations.ts';

/** Summaries of sessions are reports too. Programs that know none show those that they know. */
export const sessionReports: Migration = {
  oldest: 1,
  sql: `
alter table holdfast.reports drop constraint reports_kind_check;
alter table holdfast.reports add constraint reports_kind_check
  check (kind in ('worker', 'run', 'receipt', 'session'));
`,
};
