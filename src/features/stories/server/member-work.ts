import { type RawBuilder, sql } from 'kysely';
import { pendingReviewsSql } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { InteractionKind, NextKind, WaitingKind } from '../model/member-work.ts';

/**
 * What waits for a member, and what they did. Each feature contributes queries about its own tables, and the profile
 * makes one statement of them.
 */
declare module '#platform/features/feature.ts' {
  interface Registries {
    /**
     * What a participant can do next in the story `s`, by kind. A query made with `nextStep`, which returns a row if
     * there is something to do.
     */
    readonly nextSteps: Readonly<
      Record<NextKind, (ctx: Pick<Ctx, 'modeModels'>, accountId: string) => RawBuilder<unknown>>
    >;
    /** What a member did with stories, by kind. A query of `story_id` and the time (`at`), by an index on the member. */
    readonly interactions: Readonly<Record<InteractionKind, (accountId: string) => RawBuilder<unknown>>>;
    /** A member’s own texts in review, by kind. A query made with `waitingText`. */
    readonly waitingTexts: Readonly<Record<WaitingKind, (accountId: string) => RawBuilder<unknown>>>;
  }
}

/**
 * Makes a query of a next step: the draft to continue, the round, the deadline, or the number of applications, and
 * where they come from.
 */
export function nextStep(
  step: {
    chapterId?: RawBuilder<unknown>;
    roundId?: RawBuilder<unknown>;
    until?: RawBuilder<unknown>;
    count?: RawBuilder<unknown>;
  },
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { chapterId = sql`null`, roundId = sql`null`, until = sql`null`, count = sql`0` } = step;
  return sql`select (${chapterId})::bigint as chapter_id, (${roundId})::bigint as round_id,
    (${until})::timestamptz as until, ${count} as count ${from}`;
}

/** Makes a query of texts in review. `key` is a number that is unique for the kind. */
export function waitingText(
  text: Record<
    'key' | 'id' | 'storyId' | 'title' | 'storyTitle' | 'language' | 'isEdit' | 'byPerson' | 'submittedAt',
    RawBuilder<unknown>
  > & { chapterId?: RawBuilder<unknown>; roundId?: RawBuilder<unknown>; into?: RawBuilder<unknown> },
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { chapterId = sql`null`, roundId = sql`null`, into = sql`null` } = text;
  return sql`select ${text.key} as key, ${text.id} as id, ${text.storyId} as story_id, (${chapterId})::bigint as chapter_id,
    (${roundId})::bigint as round_id, ${text.title} as title, ${text.storyTitle} as story_title,
    (${text.language})::text as language, (${into})::text as into, ${text.isEdit} as is_edit,
    ${text.byPerson} as by_person, ${text.submittedAt} as submitted_at ${from}`;
}

/** `waitingText` for subjects of reviews, which are `r`. Not in deleted stories. */
export function waitingReviews(
  kind: Exclude<WaitingKind, 'translation'>,
  accountId: string,
  place: { chapterId?: RawBuilder<unknown>; roundId?: RawBuilder<unknown>; join?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { join = sql``, ...ids } = place;
  return waitingText(
    {
      key: sql`r.id`,
      id: sql`r.subject_id`,
      storyId: sql`r.story_id`,
      title: sql`r.title`,
      storyTitle: sql`coalesce(s.title, r.title)`,
      language: sql`r.language`,
      isEdit: sql`r.is_edit`,
      byPerson: sql`r.state = 'manual'`,
      submittedAt: sql`r.submitted_at`,
      ...ids,
    },
    sql`from ${pendingReviewsSql(kind, accountId)} r join stories s on s.id = r.story_id ${join}
      where s.deleted_at is null`,
  );
}
