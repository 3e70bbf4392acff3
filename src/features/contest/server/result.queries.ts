import { sql } from 'kysely';
import type { AnswerOf } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { blockText, type ChapterDocument, textBlocks } from '#features/chapters/model/document.ts';
import { publicStory } from '#features/stories/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import type { contestApi, NumberedAuthor, ResultEntry } from '../contract.ts';
import { inOrderOfVotes } from '../model/ballot.ts';
import { toNumberedAuthor } from './round-views.ts';
import { publicRound } from './rounds.queries.ts';
import type { RoundRecord } from './rounds.repo.ts';

/** Public reads of completed rounds. Only these reveal names and vote counts. */

/** How many paragraphs a result shows of each entry, and how many blocks of its text are searched for them. */
const OPENING_PARAGRAPHS = 3;
const OPENING_BLOCKS = 10;

/** Returns the authors of a round’s entries by account id, with their participant numbers. */
export async function authorsOf(ctx: Pick<Ctx, 'db'>, round: RoundRecord): Promise<Map<string, NumberedAuthor>> {
  const rows = await ctx.db
    .selectFrom('submissions as e')
    .innerJoin('accounts as a', 'a.id', 'e.author_id')
    .innerJoin('participants as p', (join) =>
      join.onRef('p.story_id', '=', 'e.story_id').onRef('p.account_id', '=', 'e.author_id'),
    )
    .where('e.round_id', '=', round.id)
    .where('e.status', '=', 'approved')
    .select(['a.id as author_id', 'a.username', 'a.slug', 'a.avatar_key', 'p.number as color_index'])
    .execute();
  return new Map(rows.map((row) => [row.author_id, toNumberedAuthor(row)]));
}

/** Whether the text of an entry can be shown. The winner is a chapter, so its text is hidden with that chapter. */
export async function canBeRead(ctx: Pick<Ctx, 'db'>, round: RoundRecord, submissionId: string): Promise<boolean> {
  if (round.winnerId !== submissionId) return true;
  const row = await ctx.db
    .selectFrom('submissions as e')
    .innerJoin('chapters as c', 'c.id', 'e.chapter_id')
    .where('e.id', '=', submissionId)
    .where((eb) => eb.ref('c.is_readable'))
    .select('c.id')
    .executeTakeFirst();
  return row !== undefined;
}

function openingOf(blocks: ChapterDocument['content']): string[] {
  return textBlocks({ type: 'doc', content: blocks })
    .map(blockText)
    .filter((text) => text !== '')
    .slice(0, OPENING_PARAGRAPHS);
}

/** Returns all entries of a completed round. Throws round_not_found, and wrong_state until the votes are counted. */
export async function getResult(ctx: Ctx, input: { roundId: string }): Promise<ResultEntry[]> {
  const round = await publicRound(ctx, input.roundId);
  if (round.times.status !== 'completed') throw new AppError('wrong_state');
  const rows = await ctx.db
    .selectFrom('submissions as e')
    .innerJoin('submission_texts as t', 't.submission_id', 'e.id')
    .where('e.round_id', '=', round.id)
    .where('e.status', '=', 'approved')
    .select(['e.id', 'e.title', 'e.summary', 'e.units', 'e.author_id', 'e.votes', 'e.ballot_at', 'e.submitted_at'])
    .select(
      sql<
        Row<'submission_texts'>['document']['content']
      >`jsonb_path_query_array(t.document, ${`$.content[0 to ${OPENING_BLOCKS - 1}]`}::jsonpath)`.as('blocks'),
    )
    .execute();
  const authors = await authorsOf(ctx, round);
  const winnerIsShown = round.winnerId !== null && (await canBeRead(ctx, round, round.winnerId));
  // If the round ended without a decision, no entry counts as late.
  const wasDecided = round.winnerId !== null || round.times.votingStartedAt !== null;
  const toEntry = (row: (typeof rows)[number]) => {
    const author = authors.get(row.author_id)!;
    cacheTag(ctx, userTag(author.id));
    const isWinner = row.id === round.winnerId;
    const isShown = !isWinner || winnerIsShown;
    return {
      id: row.id,
      title: isShown ? row.title! : '',
      summary: isShown ? row.summary! : '',
      units: isShown ? row.units! : 0,
      author,
      votes: row.votes ?? 0,
      isWinner,
      isLate: row.ballot_at === null && wasDecided,
      opening: isShown ? openingOf(row.blocks) : [],
      submittedAt: row.submitted_at!,
    };
  };
  const entries = rows.map(toEntry);
  // Entries that couldn’t be voted for come after entries without votes.
  const inOrder = [false, true].flatMap((late) => inOrderOfVotes(entries.filter(({ isLate }) => isLate === late)));
  return inOrder.map(({ submittedAt: _, ...entry }) => entry);
}

/**
 * Returns the number of entries and wins of each author, most wins first. Throws story_not_found, also for other modes.
 */
export async function getLeaderboard(
  ctx: Ctx,
  input: { storyId: string },
): Promise<AnswerOf<typeof contestApi.leaderboard>> {
  const story = await publicStory(ctx, input.storyId);
  if (story.mode !== 'competition') throw new AppError('story_not_found');
  return ctx.db
    .selectFrom('submissions as e')
    .innerJoin('rounds as r', 'r.id', 'e.round_id')
    .where('e.story_id', '=', story.id)
    .where('e.status', '=', 'approved')
    .where('r.status', '=', 'completed')
    .groupBy('e.author_id')
    .select([
      'e.author_id as userId',
      sql<number>`count(*) filter (where r.winner_id = e.id)::int`.as('wins'),
      sql<number>`count(*)::int`.as('entries'),
    ])
    .orderBy('wins', 'desc')
    .orderBy('entries', 'desc')
    .orderBy('userId')
    .execute();
}
