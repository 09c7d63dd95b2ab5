/** Marks the file as this program's own: "HOLD". */
export const applicationId = 0x484f4c44;

/** Counts up with each change of the tables or of what is put into them; an index of an older version is made anew. */
export const schemaVersion = 2;

/** An item's id: that of its record in the upper bits, its number in the record in the lower ones. */
const itemsOfRecord = 0x100_0000;

export const lastNumber = itemsOfRecord - 1;

export function itemId(record: number, number: number): number {
  return record * itemsOfRecord + number;
}

export function recordOf(id: number): number {
  return Math.floor(id / itemsOfRecord);
}

export function numberOf(id: number): number {
  return id % itemsOfRecord;
}

/**
 * `words` holds no texts, only which word stands in which item and where, so that a phrase can be found; `parts` of it
 * are the names in camel case once more, in parts. English words are taken by their stems: rounded is found by round.
 */
export const tables = `
create table settings(name text primary key, value text) without rowid;
create table files(path text primary key, mark text) without rowid;
create table records(
  id integer primary key, key text unique, host text, session text, subagent integer, path text, cwd text,
  project_hash text, modified integer, cursor text, whole integer, items integer, compaction integer, version integer);
create table items(
  id integer primary key, offset integer, nth integer, kind integer, time integer, hash integer, length integer,
  tool text, head text);
create virtual table terms using fts5(words, parts, content='', contentless_delete=1,
  tokenize="porter unicode61 remove_diacritics 1");
insert into terms(terms, rank) values('hashsize', 4194304);
pragma application_id = ${applicationId};
pragma user_version = ${schemaVersion};
`;
