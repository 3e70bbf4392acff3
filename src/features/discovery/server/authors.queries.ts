import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { foldedName, isSought, type Named, nameTerm } from '../model/authors.ts';
import type { Term } from '../model/search-query.ts';

/** Maximum number of names that are looked at for each term, and of authors among them. */
const NAMES_MAX = 2000;
const AUTHORS_MAX = 200;

/** Escapes characters with a special meaning in LIKE. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Condition that an account is the author of a public text: a chapter, or a story that they created. Entries of a round
 * have no number until they win.
 */
const hasWork = (account: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from chapters c where c.author_id = ${account} and c.is_readable and c.number is not null)
  or exists (select from stories s where s.creator_id = ${account} and s.is_listed))`;

/** Returns what a term must match in the index: the beginning of a part of a name, or any part of it. */
function askedName(term: Term): { parts: string; pattern: string | null } {
  const sought = nameTerm(term);
  if (!isSought(term)) return { parts: `'${sought}'`, pattern: null };
  return { parts: `'${sought}':*`, pattern: term.kind === 'word' ? `%${literal(sought)}%` : null };
}

/**
 * Returns the authors whose names have at least one of the terms. Only those whose profile is
 * shown, so that the name of a suspended member finds no stories. A short term alone must be the whole name.
 */
export async function authorsNamed(ctx: Ctx, terms: readonly Term[]): Promise<Named[]> {
  const sought = terms.filter(isSought);
  const asked = (sought.length > 0 ? sought : terms).map(askedName);
  const { rows } = await sql<Named>`
    select distinct n.id, n.username
    from unnest(${asked.map(({ parts }) => parts)}::text[], ${asked.map(({ pattern }) => pattern)}::text[]) as t (parts, pattern)
    cross join lateral (
      select a.id, a.username from accounts_named(t.parts::tsquery, t.pattern, ${NAMES_MAX}) a
      where ${hasWork(sql`a.id`)} limit ${AUTHORS_MAX}) n`.execute(ctx.db);
  if (sought.length > 0) return rows;
  const whole = terms.map(nameTerm).join('');
  return rows.filter(({ username }) => foldedName(username).replaceAll('_', '') === whole);
}

interface Author extends Named {
  slug: string;
  avatar_key: string | null;
  stories: number;
  chapters: number;
}

/** Maximum number of people among the results. */
const PEOPLE_MAX = 5;

/** Returns these authors with what they have published: the one whose whole name was typed, then those with more chapters. */
export async function authorsOf(
  ctx: Ctx,
  { best, wholeId }: { best: readonly Named[]; wholeId: string | null },
): Promise<Author[]> {
  if (best.length === 0) return [];
  const { rows } = await sql<Author>`
    select a.id, a.username, a.slug, a.avatar_key, w.stories, w.chapters
    from unnest(${best.map(({ id }) => id)}::bigint[]) with ordinality as n (id, at)
    join accounts a on a.id = n.id and a.status = 'active'
    cross join lateral (
      select count(distinct c.story_id)::int as stories, count(*)::int as chapters
      from chapters c join stories s on s.id = c.story_id and s.is_listed
      where c.author_id = a.id and c.is_readable and c.number is not null) w
    where w.chapters > 0
    order by a.id = ${wholeId}::bigint desc nulls last, w.chapters desc, n.at
    limit ${PEOPLE_MAX}`.execute(ctx.db);
  return rows;
}
