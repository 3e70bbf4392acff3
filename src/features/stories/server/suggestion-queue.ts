import { sql } from 'kysely';
import { BLANK_CASE, BLANK_ENTRY, type QueueCase, type QueueSource } from '#features/moderation/server/index.ts';

/** Suggested categories in the moderation queue. */
export const suggestionSource: QueueSource = {
  kinds: ['suggestion'],
  waiting: sql`select s.id, 'suggestion' as kind, s.created_at as at from category_suggestions s where s.state = 'open'`,
  async entries(db, ids, viewer) {
    const rows = await db
      .selectFrom('category_suggestions')
      .where('id', 'in', ids)
      .select(['id', 'account_id', 'name', 'created_at'])
      .execute();
    return rows.map((row) => ({
      ...BLANK_ENTRY,
      id: row.id,
      kind: 'suggestion',
      title: row.name,
      submittedAt: row.created_at.toISOString(),
      blocker: row.account_id === viewer.id ? 'own_work' : null,
    }));
  },
};

/** Returns an open suggestion to decide on. */
export const getSuggestion: QueueCase = async (ctx, id, viewer) => {
  const row = await ctx.db
    .selectFrom('category_suggestions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.id', '=', id)
    .where('s.state', '=', 'open')
    .select(['s.name', 's.reason', 's.created_at', 'a.id', 'a.username', 'a.slug', 'a.preferred_language'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...BLANK_CASE,
    id,
    kind: 'suggestion',
    createdAt: row.created_at.toISOString(),
    blocker: row.id === viewer.id ? 'own_work' : null,
    from: { id: row.id, username: row.username, slug: row.slug },
    suggestion: { name: row.name, reason: row.reason, language: row.preferred_language },
  };
};

/** The name of a suggested category, for the log of moderators. */
export const suggestionTitle = sql`select g.name from category_suggestions g where g.id = l.subject_id`;
