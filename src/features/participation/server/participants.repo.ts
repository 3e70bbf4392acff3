import { sql } from 'kysely';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { StoryState } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import { isFull } from '../model/capacity.ts';
import { REAPPLY_AFTER } from '../model/participation-limits.ts';
import type { JoinFacts } from '../model/participation-policy.ts';
import type { RequestKind } from '../model/request-status.ts';

/** Returns whether a member currently writes in a story. */
export async function isParticipant(db: Db, storyId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('participants')
    .select('story_id')
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stories in which a member writes, in the global order for locking several stories. */
const writtenStories = (db: Db, accountId: string) =>
  db
    .selectFrom('participants as p')
    .innerJoin('stories as s', 's.id', 'p.story_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .orderBy('s.id')
    .select('s.id');

/** Returns the stories of a mode in which a member writes, in the global order for locking several stories. */
export async function storiesWrittenIn(db: Db, accountId: string, mode: WritingMode): Promise<string[]> {
  const rows = await writtenStories(db, accountId).where('s.mode', '=', mode).execute();
  return rows.map(({ id }) => id);
}

/** Returns the stories of other creators in which a member writes, in the same order. */
export async function storiesOfOthers(db: Db, accountId: string): Promise<string[]> {
  const rows = await writtenStories(db, accountId).where('s.creator_id', '<>', accountId).execute();
  return rows.map(({ id }) => id);
}

/** The pending request between a member and a story, with the member’s message about it if it is an invitation. */
export interface WaitingRequest {
  kind: RequestKind;
  expiresAt: Date;
  messageId: string | null;
}

/** Returns a member’s relation to a story. Lock the story first if you act on the result. */
export async function joinFactsOf(
  db: Db,
  story: StoryState,
  accountId: string,
): Promise<JoinFacts & { request: WaitingRequest | null }> {
  const { rows } = await sql<{
    is_participant: boolean;
    taken: number;
    invited_at: Date | null;
    /** Null if no request is pending. */
    expires_at: Date | null;
    message_id: string | null;
    too_early: boolean;
    answerable: boolean;
  }>`select
      exists (select from participants where story_id = st.story_id and account_id = ${accountId} and left_at is null) as is_participant,
      st.participants as taken, r.invited_at, r.expires_at,
      (select m.id::text from messages m where r.invited_at is not null and m.request_id = r.id and m.account_id = ${accountId}
        limit 1) as message_id,
      (select status = 'active' from accounts where id = ${story.facts.creatorId}) as answerable,
      exists (select from participation_requests r where r.story_id = st.story_id and r.account_id = ${accountId}
        and r.state = 'declined' and r.ended_at > db_clock() - make_interval(secs => ${REAPPLY_AFTER / 1000}))
      or exists (select from participants p where p.story_id = st.story_id and p.account_id = ${accountId}
        and p.removed and p.left_at > db_clock() - make_interval(secs => ${REAPPLY_AFTER / 1000})) as too_early
    from story_stats st
    left join lateral (select id, invited_at, expires_at
      from participation_requests where story_id = st.story_id and account_id = ${accountId} and state = 'pending'
        and expires_at > db_clock()) r on true
    where st.story_id = ${story.id}`.execute(db);
  const row = rows[0]!;
  const request: WaitingRequest | null = row.expires_at && {
    kind: row.invited_at ? 'invitation' : 'application',
    expiresAt: row.expires_at,
    messageId: row.message_id,
  };
  return {
    isParticipant: row.is_participant,
    isFull: isFull({ ...story, participantCount: row.taken }),
    open: request?.kind ?? null,
    canBeAnswered: row.answerable,
    isTooEarly: row.too_early,
    request,
  };
}

/**
 * Returns the active member who has taken part in a story for the longest time, other than the deleting one. Null if
 * there is none.
 */
export async function findHeir(db: Db, storyId: string, leaverId: string): Promise<string | null> {
  const row = await db
    .selectFrom('participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.story_id', '=', storyId)
    .where('p.left_at', 'is', null)
    .where('p.account_id', '<>', leaverId)
    .where('a.status', '=', 'active')
    .orderBy('p.joined_at')
    .orderBy('p.number')
    .limit(1)
    .select('p.account_id')
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Adds a participant. Someone who returns keeps their number. */
export async function insertParticipant(db: Db, storyId: string, accountId: string): Promise<void> {
  await sql`insert into participants (story_id, account_id, number)
    select ${storyId}, ${accountId}, coalesce(max(number), 0) + 1 from participants where story_id = ${storyId}
    on conflict (story_id, account_id) do update set joined_at = db_clock(), left_at = null, removed = false`.execute(
    db,
  );
}

/** Records that a participant has left. `removed` if the creator removed them. */
export async function endParticipation(db: Db, storyId: string, accountId: string, removed: boolean): Promise<void> {
  await db
    .updateTable('participants')
    .set({ left_at: sql<Date>`db_clock()`, removed })
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Adds a published chapter of a participant to the count, or subtracts one. */
export async function countChapters(db: Db, storyId: string, authorId: string, by: 1 | -1): Promise<void> {
  await db
    .updateTable('participants')
    .set((eb) => ({ chapters: eb('chapters', '+', by) }))
    .where('story_id', '=', storyId)
    .where('account_id', '=', authorId)
    .execute();
}

/** Parameters of notices that name a member. */
export async function nameOf(db: Db, accountId: string): Promise<{ user: string; slug: string; user_id: string }> {
  const row = await db
    .selectFrom('accounts')
    .select(['username', 'slug'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { user: row.username, slug: row.slug, user_id: accountId };
}
