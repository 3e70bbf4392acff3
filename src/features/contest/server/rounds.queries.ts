import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { isParticipant } from '#features/participation/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { type NamedStory, publicStory, socialImageKey, storyTag } from '#features/stories/server/index.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { ContestState, RoundDetail, RoundView } from '../contract.ts';
import { canCreateRound } from '../model/contest-policy.ts';
import { contestRulesOf } from '../model/mode.ts';
import { nextMoment } from '../model/round-clock.ts';
import { toRoundView, toRoundViewWith } from './round-views.ts';
import { contestFacts, findRound, listRoundRecords, type RoundRecord } from './rounds.repo.ts';

/** How long a page is cached while the result is being counted. */
const UNCOUNTED = 3 * SECOND;

/** Limits the cache time of a response to the next change of the round. */
export function expiresWith(ctx: Pick<Ctx, 'cachePolicy'>, { times, current, now }: RoundRecord): void {
  const moment = nextMoment(current, now);
  if (moment) cacheUntil(ctx, moment);
  // The next tick saves the step that is due.
  if (times.status !== current.status) cacheUntil(ctx, new Date(now.getTime() + UNCOUNTED));
}

/** Returns a round of a public story. Throws round_not_found. */
export async function publicRound(ctx: Ctx, roundId: string): Promise<RoundRecord> {
  const round = await findRound(ctx.db, roundId);
  if (!round || !isPublicStory(round.story.facts)) throw new AppError('round_not_found');
  cacheTag(ctx, storyTag(round.story.id));
  expiresWith(ctx, round);
  return round;
}

/** Returns a round with its story, for its pages. */
export async function getRound(ctx: Ctx, input: { roundId: string }): Promise<RoundDetail> {
  const round = await publicRound(ctx, input.roundId);
  return { ...(await toRoundView(ctx, round)), story: await storyOf(ctx, round.story) };
}

async function storyOf(ctx: Ctx, { id, facts }: NamedStory): Promise<RoundDetail['story']> {
  const row = await ctx.db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .where('s.id', '=', id)
    .select(['s.title', 's.description', 's.language', 's.cover_key', 'a.username', 'a.slug', 'a.avatar_key'])
    .executeTakeFirstOrThrow();
  cacheTag(ctx, userTag(facts.creatorId));
  return {
    id,
    title: row.title!,
    description: row.description!,
    language: row.language!,
    creator: { id: facts.creatorId, username: row.username, slug: row.slug, avatar: imageUrl(row.avatar_key) },
    coverUrl: imageUrl(row.cover_key!),
    socialImageUrl: imageUrl(socialImageKey(row.cover_key!)),
  };
}

/** Returns the rounds of a story, newest first. Throws story_not_found. */
export async function listRounds(
  ctx: Ctx,
  input: { storyId: string; cursor?: string | undefined; limit: number },
): Promise<Page<RoundView>> {
  const story = await publicStory(ctx, input.storyId);
  const below = idCursor(input.cursor);
  const rounds = await listRoundRecords(ctx.db, story, {
    below: below ? Number(below) : null,
    limit: input.limit + 1,
  });
  for (const { round } of rounds) expiresWith(ctx, round);
  return keysetPageOf(
    rounds,
    input.limit,
    ({ round, result }) => toRoundViewWith(ctx, round, result),
    ({ round }) => String(round.number),
  );
}

/** Returns what the caller may do about the rounds of a story. Throws story_not_found. */
export async function getContestState(ctx: Ctx, input: { storyId: string }): Promise<ContestState> {
  const story = await publicStory(ctx, input.storyId);
  const { writerCount, ...facts } = await contestFacts(ctx.db, story);
  const decision = canCreateRound(ctx.actor, facts);
  const isCreator = ctx.actor?.id === story.facts.creatorId;
  return {
    isParticipant: await isParticipant(ctx.db, story.id, memberOf(ctx).id),
    can: { createRound: decision.ok },
    refusal: decision.ok || !isCreator ? null : decision.code,
    missing: Math.max(0, contestRulesOf(story).minParticipants - writerCount),
  };
}
