import type { Migration } from './migrations.ts';

/** Reports of machines, and messages between them. Programs that know neither work as before. */
export const reportsAndMail: Migration = {
  oldest: 1,
  sql: `
create table holdfast.reports (
  project text not null,
  machine text not null,
  kind text not null check (kind in ('worker', 'run', 'receipt')),
  id text not null check (length(id) between 1 and 300),
  ticket text check (length(ticket) <= 200),
  facts jsonb not null check (length(facts::text) <= 8000),
  at timestamptz not null default clock_timestamp(),
  primary key (project, machine, kind, id),
  foreign key (project, machine) references holdfast.machines (project, id)
);
create index newest_reports on holdfast.reports (project, at);

create table holdfast.mail (
  project text not null,
  id text not null check (length(id) between 1 and 200),
  machine text not null,
  worker text not null check (length(worker) between 1 and 200),
  from_machine text not null,
  sender text not null check (length(sender) between 1 and 200),
  text text not null check (length(text) <= 20000),
  state text not null default 'sent' check (state in ('sent', 'arrived', 'gone')),
  at timestamptz not null default clock_timestamp(),
  primary key (project, id),
  foreign key (project, machine) references holdfast.machines (project, id),
  foreign key (project, from_machine) references holdfast.machines (project, id)
);
create index waiting_mail on holdfast.mail (project, machine) where state = 'sent';

-- The time is the database's.
create function holdfast.time_report() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  new.at := clock_timestamp();
  return new;
end
$$;
create trigger time_report before insert or update on holdfast.reports
  for each row execute function holdfast.time_report();

create function holdfast.tell_mail() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_notify('holdfast', md5(new.project));
  return null;
end
$$;
create trigger tell_mail after insert on holdfast.mail
  for each row execute function holdfast.tell_mail();

alter table holdfast.reports enable row level security;
alter table holdfast.mail enable row level security;
create policy seen on holdfast.reports for select using (project in (select holdfast.projects_at(1)));
create policy made on holdfast.reports for insert
  with check (project in (select holdfast.projects_at(2)) and holdfast.is_own(project, machine));
create policy changed on holdfast.reports for update
  using (project in (select holdfast.projects_at(2)) and holdfast.is_own(project, machine));
create policy removed on holdfast.reports for delete
  using (project in (select holdfast.projects_at(2)) and holdfast.is_own(project, machine));
-- A message steers the worker of another machine: that takes a lead. Only its two machines see it.
create policy seen on holdfast.mail for select using (project in (select holdfast.projects_at(1))
  and (holdfast.is_own(project, machine) or holdfast.is_own(project, from_machine)));
create policy made on holdfast.mail for insert
  with check (project in (select holdfast.projects_at(3)) and holdfast.is_own(project, from_machine));
create policy changed on holdfast.mail for update
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
end
$$;
`,
};
