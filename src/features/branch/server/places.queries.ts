import { sql } from 'kysely';
import type { Joining } from '#features/stories/model/joining.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { Db } from '#platform/db/database.ts';
import { DEPTH_MAX } from '../model/branch-limits.ts';

/** What the world may know of a branch, as its reads go through it: children, ways up, counts. */

/** A chapter of a branch that the world knows of. */
export interface PublicPlace {
  id: string;
  storyId: string;
  progress: Progress;
  joining: Joining;
  number: number;
}

export async function findPlace(db: Db, chapterId: string): Promise<PublicPlace | null> {
  const row = await db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '=', chapterId)
    .where('c.status', 'in', ['approved', 'hidden'])
    .where('c.deleted_at', 'is', null)
    .where('s.mode', '=', 'branch')
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .select(['c.id', 'c.story_id', 'c.number', 's.progress', 's.joining'])
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        storyId: row.story_id,
        number: row.number!,
        progress: row.progress as Progress,
        joining: row.joining as Joining,
      }
    : null;
}

/** Chapters that hold their place before everyone. */
const IS_PUBLIC = sql`ch.status in ('approved', 'hidden') and ch.deleted_at is null`;

export interface PathRow {
  id: string;
  number: number;
  status: 'approved' | 'hidden';
  title: string | null;
  choice: string | null;
  /** Ways beside it at the fork that led here. */
  other_ways: number;
}

/** From chapter 1 to the chapter itself. */
export async function pathTo(db: Db, chapterId: string): Promise<PathRow[]> {
  const { rows } = await sql<PathRow>`
    with recursive path as (
      select id, parent_id, number, status, title, choice, 1 as steps from chapters where id = ${chapterId}
      union all
      select ch.id, ch.parent_id, ch.number, ch.status, ch.title, ch.choice, steps + 1
      from path p join chapters ch on ch.id = p.parent_id where steps < ${DEPTH_MAX})
    select p.id, p.number, p.status, p.title, p.choice,
      (select count(*) from chapters ch where ch.parent_id = p.parent_id and ch.id <> p.id and ${IS_PUBLIC})::int as other_ways
    from path p order by p.number`.execute(db);
  return rows;
}

export interface WayRow {
  id: string;
  number: number;
  status: 'approved' | 'hidden';
  title: string | null;
  choice: string | null;
  author_id: string;
  username: string;
  slug: string;
  beyond: number;
  open_ends: number;
}

/** The ways on from a chapter, in the order of writing, with what lies beyond each: chapters, and leaves that can be gone on from. */
export async function waysFrom(db: Db, chapterId: string): Promise<WayRow[]> {
  const { rows } = await sql<WayRow>`
    with recursive beyond as (
      select ch.id as way, ch.id, ch.status, ch.number from chapters ch where ch.parent_id = ${chapterId} and ${IS_PUBLIC}
      union all
      select b.way, ch.id, ch.status, ch.number from beyond b join chapters ch on ch.parent_id = b.id and ${IS_PUBLIC}),
    counts as (
      select b.way, count(*)::int - 1 as beyond,
        (count(*) filter (where b.status = 'approved' and b.number < ${DEPTH_MAX}
          and not exists (select from chapters ch where ch.parent_id = b.id and ${IS_PUBLIC})))::int as open_ends
      from beyond b group by b.way)
    select c.id, c.number, c.status, c.title, c.choice, a.id as author_id, a.username, a.slug, n.beyond, n.open_ends
    from counts n join chapters c on c.id = n.way join accounts a on a.id = c.author_id order by c.id`.execute(db);
  return rows;
}
