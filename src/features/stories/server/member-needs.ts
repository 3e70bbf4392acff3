import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

/** Parameters of the texts and of the URL of what needs a member. Ids are texts. */
export type NeedParams = Readonly<Record<string, string | number>>;

/**
 * Something that waits for a member and that only they can do. Its sentence is `need.KIND` in the texts of its feature for
 * the server, and the label of its link `need.KIND.act`. In both, `user` is a username and `language` the name of one.
 */
export interface MemberNeed {
  /** A query made with `needOf`, by an index on the member. */
  readonly find: (ctx: Pick<Ctx, 'interactions'>, accountId: string) => RawBuilder<unknown>;
  /** Returns the URL where the member can do it. */
  readonly target: (need: { readonly storyId: string; readonly params: NeedParams }) => string;
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** What waits for a member, by kind. The profile combines all of them in one statement. */
    readonly needs: Readonly<Record<string, MemberNeed>>;
  }
}

/**
 * Makes a query of what waits for a member: a key that is unique for its kind, the story, since when it waits, the
 * deadline, and the parameters of its texts.
 */
export function needOf(
  need: {
    key: RawBuilder<unknown>;
    storyId: RawBuilder<unknown>;
    since: RawBuilder<unknown>;
    until?: RawBuilder<unknown>;
    params?: Readonly<Record<string, RawBuilder<unknown>>>;
  },
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { key, storyId, since, until = sql`null`, params = {} } = need;
  const fields = Object.entries(params).flatMap(([name, value]) => [sql.lit(name), value]);
  return sql`select (${key})::text as key, ${storyId} as story_id, (${since})::timestamptz as since,
    (${until})::timestamptz as until, jsonb_build_object(${sql.join(fields)}) as params ${from}`;
}

/** The last rejection of the subject of a review, with its reason, as `v`. */
export const lastRejection = (kind: 'story' | 'chapter', id: RawBuilder<unknown>) =>
  sql`lateral (select decided_at, reason from reviews where subject_kind = ${sql.lit(kind)} and subject_id = ${id}
    and state = 'rejected' order by id desc limit 1) v`;
