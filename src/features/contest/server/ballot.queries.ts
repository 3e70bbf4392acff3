import { AppError } from '#core/errors.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { plainText } from '#features/chapters/model/document.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { BallotItem, EntryText, RoundViewerState } from '../contract.ts';
import { ballotOf, opensNeeded } from '../model/ballot.ts';
import { canChangeRound, canEnter, canVote } from '../model/contest-policy.ts';
import { loadBallot, orderBy } from './ballot.repo.ts';
import { entryFacts } from './entry-facts.ts';
import { selectOwnEntries, toOwnEntry } from './own-entries.ts';
import { authorsOf, canBeRead } from './result.queries.ts';
import { publicRound } from './rounds.queries.ts';
import type { RoundRecord } from './rounds.repo.ts';
import { enteredText, findSubmission, type SubmissionRecord } from './submissions.repo.ts';

/** Returns the ballot in the order for visitors who aren’t logged in. Throws round_not_found, voting_closed. */
export async function getBallot(ctx: Ctx, input: { roundId: string }): Promise<BallotItem[]> {
  const round = await publicRound(ctx, input.roundId);
  if (round.current.status !== 'voting') throw new AppError('voting_closed');
  const entries = await loadBallot(ctx.db, round);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ballotOf(entries, orderBy(round.id)).map(({ id, letter }) => {
    const { title, summary, units } = byId.get(id)!;
    return { id, letter, title, summary, units };
  });
}

/** Whether the entry is on the ballot. For rounds whose votes aren’t counted yet. */
async function isOnBallot(ctx: Pick<Ctx, 'db'>, round: RoundRecord, entry: SubmissionRecord): Promise<boolean> {
  const ballotItems = await loadBallot(ctx.db, round);
  return ballotItems.some(({ id, gone }) => id === entry.id && !gone);
}

/** Returns the text of an entry, with its author once the votes are counted. Throws submission_not_found. */
export async function getEntry(ctx: Ctx, input: { submissionId: string }): Promise<EntryText> {
  const entry = await findSubmission(ctx.db, input.submissionId);
  if (entry?.status !== 'approved') throw new AppError('submission_not_found');
  const round = await publicRound(ctx, entry.roundId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'round_not_found' ? new AppError('submission_not_found') : error;
  });
  const isCounted = round.times.status === 'completed';
  const mayRead = isCounted ? await canBeRead(ctx, round, entry.id) : await isOnBallot(ctx, round, entry);
  if (!mayRead) throw new AppError('submission_not_found');
  const author = isCounted ? (await authorsOf(ctx, round)).get(entry.authorId)! : null;
  if (author) cacheTag(ctx, userTag(author.id));
  const content = await enteredText(ctx.db, entry.id);
  return {
    id: entry.id,
    roundId: round.id,
    title: entry.title!,
    summary: entry.summary!,
    units: entry.units!,
    language: round.story.published.language,
    content,
    text: plainText(content),
    author,
    votes: isCounted ? (entry.votes ?? 0) : null,
  };
}

/** Returns the caller’s state in a round, from the policies that the services enforce. Throws round_not_found. */
export async function getRoundViewerState(ctx: Ctx, input: { roundId: string }): Promise<RoundViewerState> {
  const actor = memberOf(ctx);
  const round = await publicRound(ctx, input.roundId);
  const { status, votingStartedAt } = round.current;
  const row = await selectOwnEntries(ctx.db, actor.id).where('e.round_id', '=', round.id).executeTakeFirst();
  const entry = row ? toOwnEntry(row) : null;
  const facts = await entryFacts(ctx, round);
  const own = await ownVote(ctx, round.id, actor.id);
  const entries = status === 'voting' ? await loadBallot(ctx.db, round) : [];
  const ballot = ballotOf(
    entries.filter(({ authorId }) => authorId !== actor.id),
    orderBy(round.id, actor.id),
  );
  const opened = ballot.map(({ id }) => id).filter((id) => own.opened.includes(id));
  const needed = opensNeeded(ballot.length);
  const decision = canVote(
    actor,
    {
      story: round.story.facts,
      status,
      isOldEnough: votingStartedAt !== null && own.joinedAt < votingStartedAt,
      isJudge: facts.isJudge,
      entries: ballot.length,
      opened: opened.length,
    },
    needed,
  );
  return {
    isParticipant: facts.isParticipant,
    can: {
      change: canChangeRound(actor, { story: round.story.facts, status }).ok,
      enter: entry === null && canEnter(actor, facts).ok,
      vote: decision.ok,
    },
    refusal: decision.ok ? null : decision.code,
    entry,
    ballot,
    opened,
    needed,
    vote: own.vote,
  };
}

/** Returns the caller’s vote in a round, the entries they have opened, and when they signed up. */
async function ownVote(
  ctx: Pick<Ctx, 'db'>,
  roundId: string,
  accountId: string,
): Promise<{ joinedAt: Date; vote: string | null; opened: string[] }> {
  const { joined_at: joinedAt } = await ctx.db
    .selectFrom('accounts')
    .select('joined_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const vote = await ctx.db
    .selectFrom('votes')
    .select('submission_id')
    .where('round_id', '=', roundId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const opened = await ctx.db
    .selectFrom('opened_entries')
    .select('submission_id')
    .where('round_id', '=', roundId)
    .where('account_id', '=', accountId)
    .execute();
  return { joinedAt, vote: vote?.submission_id ?? null, opened: opened.map((row) => row.submission_id) };
}
