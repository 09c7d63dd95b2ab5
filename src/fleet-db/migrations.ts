import { reportsAndMail } from './migration-reports.ts';
import { sessionsAndRuns } from './migration-sessions.ts';

/** A step that changes the tables. */
export interface Migration {
  oldest: number;
  sql: string;
}

/**
 * The steps that make the tables, in order. They only go forward, and a step that was released is never changed. `oldest`: the
 * lowest number of steps a program must know to work with the tables after this one; a step that older programs
 * can work with leaves it as it was.
 */
export const migrations: readonly Migration[] = [
  {
    oldest: 1,
    sql: `
create table holdfast.projects (id text primary key check (length(id) between 1 and 300));

create table holdfast.members (
  project text not null references holdfast.projects,
  db_role name not null,
  level integer not null check (level between 1 and 4),
  primary key (project, db_role)
);

create table holdfast.machines (
  project text not null references holdfast.projects,
  id text not null check (length(id) between 1 and 200),
  db_role name not null default session_user,
  labels text[] not null default '{}',
  most integer not null default 0,
  running integer not null default 0,
  seen timestamptz not null default clock_timestamp(),
  primary key (project, id)
);

create table holdfast.tickets (
  project text not null references holdfast.projects,
  id text not null check (length(id) between 1 and 200),
  text text not null check (length(text) <= 2097152),
  status text not null check (length(status) <= 40),
  labels text[] not null default '{}',
  host text,
  depends_on text[] not null default '{}',
  revision bigint not null default 1,
  -- Lines that were reported, and how many of them stand in the text. The others are added to it by whoever reads it.
  lines bigint not null default 0,
  folded bigint not null default 0 check (folded between 0 and lines),
  changed xid8 not null default pg_current_xact_id(),
  created timestamptz not null default clock_timestamp(),
  machine text,
  worker text check (length(worker) <= 200),
  term bigint not null default 0,
  since timestamptz,
  until timestamptz,
  primary key (project, id),
  foreign key (project, machine) references holdfast.machines (project, id)
);
create index open_tickets on holdfast.tickets (project, created, id)
  where status in ('queued', 'claimed', 'in-progress');
create index leased_tickets on holdfast.tickets (project, until) where until is not null;
create index changed_tickets on holdfast.tickets (project, changed);

-- Which machines ever held a ticket: these may still report what they did when it had passed on.
create table holdfast.holders (
  project text not null,
  ticket text not null,
  machine text not null,
  primary key (project, ticket, machine),
  foreign key (project, ticket) references holdfast.tickets (project, id)
);

create table holdfast.progress (
  project text not null,
  ticket text not null,
  id text not null check (length(id) between 1 and 200),
  number bigint,
  line text not null check (length(line) <= 4000),
  machine text not null,
  db_role name not null default session_user,
  at timestamptz not null default clock_timestamp(),
  primary key (project, ticket, id),
  foreign key (project, ticket) references holdfast.tickets (project, id),
  foreign key (project, machine) references holdfast.machines (project, id)
);
create index progress_in_order on holdfast.progress (project, ticket, number);

-- 1 reads, 2 works, 3 leads, 4 administers. The owner of the tables administers every project.
create function holdfast.level(wanted text) returns integer
  language sql stable security definer set search_path = pg_catalog as $$
  select case
    when exists (select from pg_namespace n where n.nspname = 'holdfast' and n.nspowner = session_user::regrole) then 4
    else coalesce((select m.level from holdfast.members m where m.project = wanted and m.db_role = session_user), 0)
  end
$$;

create function holdfast.projects_at(lowest integer) returns setof text
  language sql stable security definer set search_path = pg_catalog as $$
  select p.id from holdfast.projects p where holdfast.level(p.id) >= lowest
$$;

create function holdfast.is_own(wanted_project text, wanted text) returns boolean
  language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from holdfast.machines m
    where m.project = wanted_project and m.id = wanted and m.db_role = session_user)
$$;

-- Who may change which ticket; keeps what is counted. An outer program cannot go round it.
create function holdfast.guard_ticket() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  own_level integer := holdfast.level(new.project);
begin
  if own_level < 2 then
    raise exception 'this role only reads' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' then
    -- No role is granted this column: a line was reported.
    if new.lines > old.lines then
      new.changed := pg_current_xact_id();
      return new;
    end if;
    if (new.project, new.id, new.created) is distinct from (old.project, old.id, old.created) then
      raise exception 'a ticket keeps its id' using errcode = '42501';
    end if;
    if own_level < 3 and old.machine is not null and old.until > clock_timestamp()
      and not holdfast.is_own(old.project, old.machine) then
      raise exception 'another machine holds this ticket' using errcode = '42501';
    end if;
    if new.term < old.term then
      raise exception 'a term never goes back' using errcode = '42501';
    end if;
    if new.text is distinct from old.text then
      new.revision := old.revision + 1;
    end if;
  elsif own_level < 3 and new.machine is not null then
    raise exception 'a new ticket has no holder' using errcode = '42501';
  end if;
  if new.machine is not null and (tg_op = 'INSERT' or new.machine is distinct from old.machine
    or new.until is distinct from old.until) then
    if own_level < 3 and not holdfast.is_own(new.project, new.machine) then
      raise exception 'a machine takes tickets for itself alone' using errcode = '42501';
    end if;
    if new.until > clock_timestamp() + interval '366 days' then
      raise exception 'a lease ends within a year' using errcode = '42501';
    end if;
    if tg_op = 'UPDATE' and new.term > old.term then
      insert into holdfast.holders values (new.project, new.id, new.machine) on conflict do nothing;
    end if;
  end if;
  new.changed := pg_current_xact_id();
  return new;
end
$$;
create trigger guard_ticket before insert or update on holdfast.tickets
  for each row execute function holdfast.guard_ticket();

-- Lines are added in the name of one's own machine alone, to tickets that it held; the time and the role are the database's.
create function holdfast.guard_progress() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if holdfast.level(new.project) < 2 or not holdfast.is_own(new.project, new.machine) then
    raise exception 'a line is reported by the machine that it is of' using errcode = '42501';
  end if;
  if holdfast.level(new.project) < 3 and not exists (select from holdfast.holders h
    where h.project = new.project and h.ticket = new.ticket and h.machine = new.machine) then
    raise exception 'this machine never held the ticket' using errcode = '42501';
  end if;
  new.db_role := session_user;
  new.at := clock_timestamp();
  return new;
end
$$;
create trigger guard_progress before insert on holdfast.progress
  for each row execute function holdfast.guard_progress();

-- The ticket's row is locked by that, so its lines are numbered in the order in which they are seen.
create function holdfast.number_progress() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  given bigint;
begin
  update holdfast.tickets t set lines = t.lines + 1
    where t.project = new.project and t.id = new.ticket returning t.lines into given;
  update holdfast.progress p set number = given
    where p.project = new.project and p.ticket = new.ticket and p.id = new.id;
  return null;
end
$$;
create trigger number_progress after insert on holdfast.progress
  for each row execute function holdfast.number_progress();

alter table holdfast.projects enable row level security;
alter table holdfast.members enable row level security;
alter table holdfast.machines enable row level security;
alter table holdfast.tickets enable row level security;
alter table holdfast.holders enable row level security;
alter table holdfast.progress enable row level security;

create policy seen on holdfast.projects for select using (id in (select holdfast.projects_at(1)));
create policy seen on holdfast.members for select using (project in (select holdfast.projects_at(1)));
create policy seen on holdfast.machines for select using (project in (select holdfast.projects_at(1)));
create policy made on holdfast.machines for insert
  with check (project in (select holdfast.projects_at(2)) and db_role = session_user);
create policy changed on holdfast.machines for update
  using (project in (select holdfast.projects_at(2)) and db_role = session_user)
  with check (db_role = session_user);
create policy seen on holdfast.tickets for select using (project in (select holdfast.projects_at(1)));
create policy made on holdfast.tickets for insert with check (project in (select holdfast.projects_at(2)));
create policy changed on holdfast.tickets for update using (project in (select holdfast.projects_at(2)));
create policy seen on holdfast.holders for select using (project in (select holdfast.projects_at(1)));
create policy seen on holdfast.progress for select using (project in (select holdfast.projects_at(1)));
create policy made on holdfast.progress for insert with check (project in (select holdfast.projects_at(2)));

create function holdfast.admit(to_project text, to_role name, to_level integer) returns void
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
end
$$;
revoke execute on function holdfast.admit(text, name, integer) from public;
`,
  },
  {
    // Programs that do not listen work as before; those that do look every 30 seconds besides.
    oldest: 1,
    sql: `
-- Whoever waits for work hears that there may be some. A claim makes none and says nothing, since telling costs every commit a lock.
create function holdfast.tell_ticket() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.status in ('queued', 'done') and (tg_op = 'INSERT' or new.status <> old.status
    or (new.machine is null and old.machine is not null)) then
    perform pg_notify('holdfast', md5(new.project));
  end if;
  return null;
end
$$;
create trigger tell_ticket after insert or update on holdfast.tickets
  for each row execute function holdfast.tell_ticket();
`,
  },
  reportsAndMail,
  sessionsAndRuns,
];
