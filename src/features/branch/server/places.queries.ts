import { sql } from 'kysely';
import { isContinuable } from '#features/chapters/server/index.ts';
import type { JoinPolicy } from '#features/stories/model/join-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { DEPTH_MAX } from '../model/branch-limits.ts';
import { activeReservations, countHeld, type ReservationRow } from './reservations.repo.ts';

/** Queries for public reads of a branch: children, paths and counts. */

/** A public chapter of a branch. */
export interface PublicPlace {
  id: string;
  storyId: string;
  progress: Progress;
  joinPolicy: JoinPolicy;
  number: number;
}

export async function findPlace(db: Db, chapterId: string): Promise<PublicPlace | null> {
  const row = await db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '=', chapterId)
    .where((eb) => eb.ref('c.is_public'))
    .where('s.mode', '=', 'branch')
    .where((eb) => eb.ref('s.is_public'))
    .select(['c.id', 'c.story_id', 'c.number', 's.progress', 's.join_policy'])
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        storyId: row.story_id,
        number: row.number!,
        progress: row.progress,
        joinPolicy: row.join_policy,
      }
    : null;
}

/** Chapters that everyone can see in the tree, including hidden ones. */
const IS_PUBLIC = sql`ch.is_public`;
const IS_OPEN = isContinuable('ch');

/** The columns for naming a chapter in lists. */
export interface NamedRow {
  id: string;
  status: Row<'chapters'>['status'];
  /** A string in rows that came as JSON. */
  taken_down_at: Date | string | null;
  title: string | null;
  choice: string | null;
}

export interface PathRow extends NamedRow {
  number: number;
  /** Number of other continuations at the fork before it. */
  other_ways: number;
}

/** The path to a chapter, with the chapter itself and its siblings. */
export interface PathTo {
  place: PublicPlace;
  /** From chapter 1 to the chapter itself. */
  path: PathRow[];
  /** Chapters with the same parent, including the chapter itself, oldest first. Empty for chapter 1. */
  siblings: NamedRow[];
}

/** Returns the path from chapter 1 to a chapter. Null if the chapter or its story isn’t public. */
export async function findPathTo(db: Db, chapterId: string): Promise<PathTo | null> {
  const { rows } = await sql<
    PathRow & Pick<Row<'stories'>, 'progress' | 'join_policy'> & { story_id: string; siblings: NamedRow[] | null }
  >`
    with recursive path as (
      select id, parent_id, number, status, taken_down_at, title, choice, story_id, 1 as steps from chapters ch
      where id = ${chapterId} and ${IS_PUBLIC}
      union all
      select ch.id, ch.parent_id, ch.number, ch.status, ch.taken_down_at, ch.title, ch.choice, ch.story_id, steps + 1
      from path p join chapters ch on ch.id = p.parent_id where steps < ${DEPTH_MAX})
    select p.id, p.number, p.status, p.taken_down_at, p.title, p.choice, p.story_id, s.progress, s.join_policy,
      (select count(*) from chapters ch where ch.parent_id = p.parent_id and ch.id <> p.id and ${IS_PUBLIC})::int as other_ways,
      case when p.id = ${chapterId} then (
        select json_agg(json_build_object('id', ch.id::text, 'status', ch.status, 'taken_down_at', ch.taken_down_at,
          'title', ch.title, 'choice', ch.choice) order by ch.id)
        from chapters ch where ch.parent_id = p.parent_id and ${IS_PUBLIC}) end as siblings
    from path p join stories s on s.id = p.story_id
    where s.mode = 'branch' and s.is_public
    order by p.number`.execute(db);
  const last = rows.at(-1);
  if (!last) return null;
  const { story_id: storyId, progress, join_policy: joinPolicy, siblings } = last;
  return {
    place: { id: chapterId, storyId, progress, joinPolicy, number: last.number },
    path: rows,
    siblings: siblings ?? [],
  };
}

export interface WayRow extends NamedRow {
  number: number;
  author_id: string;
  username: string;
  slug: string;
  beyond: number;
  open_ends: number;
}

/** What follows a chapter: its continuations, its reservations, and how many continuations are taken. */
export interface Onward {
  /** In the order of writing, each with the number of chapters and open branches after it. */
  ways: WayRow[];
  /** In the order in which they were reserved. */
  reservations: ReservationRow[];
  taken: number;
}

export async function onwardFrom(db: Db, storyId: string, chapterId: string): Promise<Onward> {
  const { rows } = await sql<{
    ways: WayRow[];
    reservations: (Omit<ReservationRow, 'until'> & { until: string })[];
    held: number;
  }>`
    with recursive beyond as (
      select ch.id as way, ch.id, ${IS_OPEN} as is_open, ch.number from chapters ch where ch.parent_id = ${chapterId} and ${IS_PUBLIC}
      union all
      select b.way, ch.id, ${IS_OPEN}, ch.number from beyond b join chapters ch on ch.parent_id = b.id and ${IS_PUBLIC}),
    counts as (
      select b.way, count(*)::int - 1 as beyond,
        (count(*) filter (where b.is_open and b.number < ${DEPTH_MAX}
          and not exists (select from chapters ch where ch.parent_id = b.id and ${IS_PUBLIC})))::int as open_ends
      from beyond b group by b.way),
    ways as (
      select c.id::text, c.number, c.status, c.taken_down_at, c.title, c.choice, a.id::text as author_id, a.username, a.slug,
        n.beyond, n.open_ends, c.id as place
      from counts n join chapters c on c.id = n.way join accounts a on a.id = c.author_id)
    select
      (select coalesce(json_agg(w order by w.place), '[]') from ways w) as ways,
      (select coalesce(json_agg(json_build_object('parent_id', s.parent_id::text, 'until', s.until, 'id', s.id::text,
        'username', s.username, 'slug', s.slug)), '[]') from ${activeReservations(db, storyId, chapterId)} s) as reservations,
      ${countHeld(chapterId)} as held`.execute(db);
  const { ways, reservations, held } = rows[0]!;
  return {
    ways,
    reservations: reservations.map((reservation) => ({ ...reservation, until: new Date(reservation.until) })),
    taken: held + reservations.length,
  };
}
