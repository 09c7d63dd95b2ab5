import type { Migration } from './migrations.ts';

/** Summaries of sessions are reports too, and runs can pass from machine to machine. Programs that know neither work as before. */
export const sessionsAndRuns: Migration = {
  oldest: 1,
  sql: `
alter table holdfast.reports drop constraint reports_kind_check;
alter table holdfast.reports add constraint reports_kind_check
  check (kind in ('worker', 'run', 'receipt', 'session'));

-- One machine has a run at a time.
create table holdfast.runs (
  project text not null,
  id text not null check (length(id) between 4 and 40),
  machine text not null,
  log text not null check (length(log) <= 4194304),
  at timestamptz not null default clock_timestamp(),
  primary key (project, id),
  foreign key (project, machine) references holdfast.machines (project, id)
);

-- A run is taken as it is. From a machine that worked on it in the last 15 minutes a lead alone takes it.
create function holdfast.guard_run() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.machine <> old.machine then
    if new.log <> old.log then
      raise exception 'a run is taken as it is' using errcode = '42501';
    end if;
    if holdfast.level(new.project) < 3 and not holdfast.is_own(old.project, old.machine)
      and old.at > clock_timestamp() - interval '15 minutes' then
      raise exception 'another machine works on this run' using errcode = '42501';
    end if;
  end if;
  new.at := clock_timestamp();
  return new;
end
$$;
create trigger guard_run before insert or update on holdfast.runs
  for each row execute function holdfast.guard_run();

alter table holdfast.runs enable row level security;
create policy seen on holdfast.runs for select using (project in (select holdfast.projects_at(1)));
create policy made on holdfast.runs for insert
  with check (project in (select holdfast.projects_at(2)) and holdfast.is_own(project, machine));
create policy changed on holdfast.runs for update
  using (project in (select holdfast.projects_at(2)))
  with check (project in (select holdfast.projects_at(2)) and holdfast.is_own(project, machine));
create policy removed on holdfast.runs for delete
  using (project in (select holdfast.projects_at(2)) and holdfast.is_own(project, machine));

create or replace function holdfast.admit(to_project text, to_role name, to_level integer) returns void
  language plpgsql set search_path = pg_catalog as $$
begin
  insert into holdfast.members values (to_project, to_role, to_level)
    on conflict (project, db_role) do update set level = excluded.level;
  execute format('grant usage on schema holdfast to %I', to_role);
  execute format('grant select on all tables in schema holdfast to %I', to_role);
  execute format('grant insert, update on holdfast.machines to %I', to_role);
  execute format('grant insert (project, id, text, status, labels, host, depends_on) on holdfast.tickets to %I', to_role);
  execute format('grant update (text, status, labels, host, depends_on, folded, machine, worker, term, since, until)
    on holdfast.tickets to %I', to_role);
  execute format('grant insert (project, ticket, id, line, machine) on holdfast.progress to %I', to_role);
  execute format('grant insert (project, machine, kind, id, ticket, facts), update (ticket, facts), delete
    on holdfast.reports to %I', to_role);
  execute format('grant insert (project, id, machine, worker, from_machine, sender, text), update (state)
    on holdfast.mail to %I', to_role);
  execute format('grant insert (project, id, machine, log), update (machine, log), delete
    on holdfast.runs to %I', to_role);
end
$$;
`,
};
