import type { Member } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { Target } from './targets.ts';

/**
 * Visitor, member, participant, current writer of the relay, creator, translator, reviewer of translations, moderator,
 * administrator, suspended, banned. The last two have the tokens from before the restriction.
 */
export const ROLES = ['V', 'M', 'P', 'W', 'C', 'T', 'R', 'Mo', 'A', 'S', 'B'] as const;
export type Role = (typeof ROLES)[number];
export type SignedIn = Exclude<Role, 'V'>;

/** An id that doesn’t exist. */
export const MISSING = '987654321';

/** The site on which calls are tried. Features add the targets of their calls. */
export interface World {
  app: TestApp;
  members: Record<SignedIn, Member>;
  /** Has applied to join, and has no other role. */
  applicant: Member;
  /** Everyone who has an account. */
  everyone: Member[];
  put: (target: Target, id: string) => void;
  /** Adds a target that each caller has one of. */
  putOwn: (target: Target, role: SignedIn, id: string) => void;
  /** Returns the id of a target that was added before. */
  idOf: (target: Target) => string;
  /** Like `idOf`, for a target of `putOwn`. */
  ownOf: (target: Target, role: SignedIn) => string;
}

/** Calls `each` for every member of the world, one after another. */
export async function forEachMember(
  { members }: World,
  each: (member: Member, role: SignedIn) => Promise<void>,
): Promise<void> {
  for (const role of ROLES) if (role !== 'V') await each(members[role], role);
}

/**
 * Copies every row and records which tables are written. The returned function restores those tables. It disables
 * triggers and constraints, so it’s fast. Partitions are copied with their table.
 */
export async function keepCopy({ owner: { pool } }: TestApp): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and to_regclass(format('%I.%I', table_schema, table_name)) not in (select inhrelid from pg_inherits) group by 1 order by 1`,
  );
  const copies = rows.map(
    ({ name, columns }) => `create table kept.${name} as select ${columns} from ${name};
      create trigger kept after insert or update or delete on ${name} for each statement execute function kept.mark()`,
  );
  await pool.query(`create schema kept; create table kept.marked (name text);
    create function kept.mark() returns trigger language plpgsql security definer as
      $$ begin insert into kept.marked values (tg_table_name); return null; end $$;
    ${copies.join(';')}`);
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
  return async () => {
    const { rows: marked } = await pool.query<{ name: string }>('select distinct name from kept.marked');
    const back = marked.map(({ name }) => {
      const columns = columnsOf.get(name);
      return `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name};`;
    });
    await pool.query(`begin; set local session_replication_role = replica; ${back.join(' ')}
      delete from kept.marked; delete from graphile_worker._private_jobs; commit`);
  };
}
