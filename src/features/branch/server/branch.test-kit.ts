import { sql } from 'kysely';
import type { Member } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';

/** Makes members participants, without the participation endpoints. */
export async function takeIn(app: TestApp, storyId: string, ...members: Member[]): Promise<void> {
  for (const { id } of members)
    await sql`with taken as (insert into participants (story_id, account_id, number)
        select ${storyId}, ${id}, max(number) + 1 from participants where story_id = ${storyId} returning 1)
      update story_stats set participants = participants + 1 where story_id = ${storyId}`.execute(app.database.db);
}

/** Sets the join policy of a story. */
export async function setJoinPolicy(
  app: TestApp,
  storyId: string,
  joinPolicy: 'open' | 'applications' | 'invite_only',
) {
  await app.database.db.updateTable('stories').set({ join_policy: joinPolicy }).where('id', '=', storyId).execute();
}

/** Hides a public chapter, like a moderator. */
export async function hide(app: TestApp, chapterId: string): Promise<void> {
  await sql`with hidden as (update chapters set status = 'hidden' where id = ${chapterId} returning id, story_id)
    insert into status_log (subject_kind, subject_id, action, from_status, to_status, story_id)
    select 'chapter', id, 'hide', 'approved', 'hidden', story_id from hidden`.execute(app.database.db);
}

/**
 * Inserts published chapters with SQL, which is faster than writing them. Each entry is the index in `ids` of the
 * parent, where 0 is `rootId`. The new chapter gets the next index. Returns all ids.
 */
export async function growTree(
  app: TestApp,
  authorId: string,
  rootId: string,
  parents: readonly number[],
): Promise<string[]> {
  const ids = [rootId];
  const { rows: roots } = await sql<{ number: number; story_id: string }>`
    select number, story_id from chapters where id = ${rootId}`.execute(app.database.db);
  const depths = [roots[0]!.number];
  const { rows: next } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('chapters', 'id')) as id from generate_series(1, ${parents.length})`.execute(
    app.database.db,
  );
  for (const [i, parent] of parents.entries()) {
    ids.push(next[i]!.id);
    depths.push(depths[parent]! + 1);
  }
  const [own, above, depth] = [ids.slice(1), parents.map((parent) => ids[parent]!), depths.slice(1)];
  await sql`insert into chapters (id, story_id, author_id, parent_id, number, status, title, summary, units, choice, published_at)
    overriding system value
    select c.id, ${roots[0]!.story_id}, ${authorId}, c.parent_id, c.number, 'approved', 'Chapter ' || c.number, 'Grown', 1, 'Way ' || c.id, db_clock()
    from unnest(${own}::bigint[], ${above}::bigint[], ${depth}::int[]) as c (id, parent_id, number) order by c.number`.execute(
    app.database.db,
  );
  await sql`insert into chapter_texts (chapter_id, story_id, revision, document)
    select c.id, c.story_id, 1, '{"type": "doc", "content": [{"type": "paragraph", "attrs": {"id": "grownpar"}, "content": [{"type": "text", "text": "Grown."}]}]}'
    from chapters c where c.id = any(${own}::bigint[])`.execute(app.database.db);
  await sql`update participants set chapters = chapters + ${parents.length} where story_id = ${roots[0]!.story_id} and account_id = ${authorId}`.execute(
    app.database.db,
  );
  return ids;
}
