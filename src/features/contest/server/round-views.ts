import { sql } from 'kysely';
import { userTag } from '#features/accounts/server/index.ts';
import { shows } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { Hand, RoundView } from '../contract.ts';
import type { RoundRecord } from './rounds.repo.ts';

interface ResultRow {
  round_id: string;
  yarns: number[];
  submission_id: string | null;
  title: string | null;
  votes: number | null;
  chapter_id: string | null;
  chapter_number: number | null;
  is_hidden: boolean;
  author_id: string | null;
  username: string | null;
  slug: string | null;
  avatar_key: string | null;
  yarn: number | null;
}

/** What became of these rounds, by round; only completed ones are asked about, so no name is told too early. */
async function resultsOf(ctx: Pick<Ctx, 'db'>, roundIds: readonly string[]): Promise<Map<string, ResultRow>> {
  if (roundIds.length === 0) return new Map();
  const { rows } = await sql<ResultRow>`select r.id::text as round_id,
      array(select p.number from submissions s join participants p on p.story_id = s.story_id and p.account_id = s.author_id
        where s.round_id = r.id and s.status = 'approved' and s.ballot_at is not null
        order by s.votes desc, s.submitted_at, s.id) as yarns,
      w.id::text as submission_id, w.title, w.votes, c.id::text as chapter_id, c.number as chapter_number,
      coalesce(c.status = 'hidden', false) as is_hidden, a.id::text as author_id, a.username, a.slug, a.avatar_key,
      p.number as yarn
    from rounds r
    left join submissions w on w.id = r.winner_id
    left join chapters c on c.id = w.chapter_id
    left join accounts a on a.id = w.author_id
    left join participants p on p.story_id = r.story_id and p.account_id = w.author_id
    where r.id = any(${roundIds as string[]}::bigint[]) and r.status = 'completed'`.execute(ctx.db);
  return new Map(rows.map((row) => [row.round_id, row]));
}

/** An author as a row of accounts joined with participants tells of them. */
export function toHand(row: {
  author_id: string;
  username: string;
  slug: string;
  avatar_key: string | null;
  yarn: number;
}): Hand {
  const { author_id: id, username, slug, avatar_key: avatarKey, yarn: number } = row;
  return { id, username, slug, avatar: imageUrl(avatarKey), number };
}

function toResult(ctx: Pick<Ctx, 'shown'>, round: RoundRecord, row: ResultRow | undefined): RoundView['result'] {
  if (!row) return null;
  const {
    submission_id: submissionId,
    chapter_id: chapterId,
    chapter_number: chapterNumber,
    is_hidden: isHidden,
  } = row;
  const hasWinner = submissionId !== null && chapterId !== null && chapterNumber !== null;
  if (hasWinner && row.author_id !== null) shows(ctx, userTag(row.author_id));
  return {
    votes: round.votes ?? 0,
    yarns: row.yarns,
    winner: hasWinner
      ? {
          submissionId,
          title: isHidden ? null : row.title,
          chapter: { id: chapterId, number: chapterNumber },
          author: isHidden ? null : toHand(row as Parameters<typeof toHand>[0]),
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
    participantCount: counts.takingPart,
    entryCount: current.status === 'writing' ? counts.approved + counts.pending : round.onBallot,
    result,
  };
}

/** Rounds as everyone sees them, in this order. */
export async function toRoundViews(
  ctx: Pick<Ctx, 'db' | 'shown'>,
  rounds: readonly RoundRecord[],
): Promise<RoundView[]> {
  const completed = rounds.filter(({ times }) => times.status === 'completed').map(({ id }) => id);
  const results = await resultsOf(ctx, completed);
  return rounds.map((round) => toView(round, toResult(ctx, round, results.get(round.id))));
}

export async function toRoundView(ctx: Pick<Ctx, 'db' | 'shown'>, round: RoundRecord): Promise<RoundView> {
  return (await toRoundViews(ctx, [round]))[0]!;
}
