import { type RawBuilder, sql } from 'kysely';
import type { NoticeParams, NoticeRules, NoticeSubject } from '#core/notices.ts';
import type { Ctx, Ports } from '#platform/context.ts';

/** Who can reach whom. */
export interface Contacts {
  /** Condition of SQL: whether a member’s notices reach the account `to`. Part of the statement that writes them. */
  readonly mayReach: (from: string, to: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** A message that was written for a member. */
export interface WrittenNotice {
  readonly id: string;
  readonly to: string;
}

/** Returns whether the email of a notice is still right to send, which may be long after the notice. */
type NoticeCheck = (
  ctx: Pick<Ctx, 'db'>,
  notice: { readonly to: string; readonly storyId: string | null; readonly params: NoticeParams; readonly key: string },
) => Promise<boolean>;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** By kind of notice. `key` is the key of the event, without the kind. */
    readonly noticeChecks: Readonly<Record<string, NoticeCheck>>;
  }
}

declare module '#platform/context.ts' {
  interface Ports {
    readonly contacts: Contacts;
    /** Condition of SQL: whether the account `viewer` can read a chapter, or a story if there is no chapter. */
    readonly canSee: (
      viewer: RawBuilder<unknown>,
      subject: Pick<NoticeSubject, 'storyId' | 'chapterId'>,
    ) => RawBuilder<boolean>;
    /** Queues the emails of notices of a kind that has one, in their transaction. */
    readonly queueMails: (ctx: Pick<Ctx, 'db'>, written: readonly WrittenNotice[]) => Promise<void>;
  }
  interface Deps {
    /** The kinds of notices that features declare. */
    readonly notices: NoticeRules;
  }
}

/** Everyone reaches everyone, and sees what is public (decision 029). Used until a feature provides these ports. */
export const openPorts: Pick<Ports, 'contacts' | 'canSee'> = {
  contacts: { mayReach: () => sql<boolean>`true` },
  canSee: (_viewer, { storyId, chapterId }) =>
    chapterId === null
      ? sql<boolean>`exists (select from stories s where s.id = ${storyId} and s.is_public)`
      : sql<boolean>`exists (select from chapters c join stories s on s.id = c.story_id
          where c.id = ${chapterId} and c.is_readable and s.is_public)`,
};
