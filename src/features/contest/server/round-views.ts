import { userTag } from '#features/accounts/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { NumberedAuthor, RoundView } from '../contract.ts';
import { findResult, type RoundResult } from './round-results.ts';
import type { RoundRecord } from './rounds.repo.ts';

/** Converts a row of accounts joined with participants to an author. */
export function toNumberedAuthor(row: {
  author_id: string;
  username: string;
  slug: string;
  avatar_key: string | null;
  color_index: number;
}): NumberedAuthor {
  const { author_id: id, username, slug, avatar_key: avatarKey, color_index: number } = row;
  return { id, username, slug, avatar: imageUrl(avatarKey), number };
}

function toResult(ctx: Pick<Ctx, 'cachePolicy'>, round: RoundRecord, row: RoundResult | null): RoundView['result'] {
  if (!row) return null;
  const {
    submission_id: submissionId,
    chapter_id: chapterId,
    chapter_number: chapterNumber,
    is_hidden: isHidden,
  } = row;
  const hasWinner = submissionId !== null && chapterId !== null && chapterNumber !== null;
  if (hasWinner && row.author_id !== null) cacheTag(ctx, userTag(row.author_id));
  return {
    votes: round.votes ?? 0,
    participantNumbers: row.participant_numbers,
    winner: hasWinner
      ? {
          submissionId,
          title: isHidden ? null : row.title,
          chapter: { id: chapterId, number: chapterNumber },
          author: isHidden ? null : toNumberedAuthor(row as Parameters<typeof toNumberedAuthor>[0]),
          votes: row.votes ?? 0,
        }
      : null,
  };
}

function toView(round: RoundRecord, result: RoundView['result']): RoundView {
  const { current, counts, rules } = round;
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: round.id,
    storyId: round.story.id,
    number: round.number,
    status: current.status,
    closed: round.closed,
    startsAt: at(current.startsAt),
    startedAt: at(current.startedAt),
    writingEndsAt: at(current.writingEndsAt),
    votingStartedAt: at(current.votingStartedAt),
    votingEndsAt: at(current.votingEndsAt),
    completedAt: at(current.completedAt),
    writingHours: current.writingHours,
    votingHours: current.votingHours,
    minUnits: rules.minUnits,
    maxUnits: rules.maxUnits,
    minParticipants: rules.minParticipants,
    participantCount: counts.writerCount,
    entryCount: current.status === 'writing' ? counts.approved + counts.pending : round.onBallot,
    result,
  };
}

/** Returns the public view of a round whose result has already been read. */
export function toRoundViewWith(
  ctx: Pick<Ctx, 'cachePolicy'>,
  round: RoundRecord,
  result: RoundResult | null,
): RoundView {
  return toView(round, toResult(ctx, round, result));
}

/** Returns the public view of a round. */
export async function toRoundView(ctx: Pick<Ctx, 'db' | 'cachePolicy'>, round: RoundRecord): Promise<RoundView> {
  const isCompleted = round.times.status === 'completed';
  return toRoundViewWith(ctx, round, isCompleted ? await findResult(ctx.db, round.id) : null);
}
