import type { MailKind } from './mail-kinds.ts';
import { to, toText } from './pages.ts';

/** Types that notices have in the API. The messages feature declares them. */
export interface NoticeTypes {}
export type NoticeType = keyof NoticeTypes & string;

/** Groups of notices in the filter of the inbox. The messages feature declares them. */
export interface NoticeGroups {}
export type NoticeGroup = keyof NoticeGroups & string;

/**
 * All kinds of notices, with their rules. Each feature adds its own in `model/feature.ts`. The text of the kind
 * `round_started` is `notice.round_started` in the texts of its feature. A kind that is a type of the API has
 * `message.KIND` instead.
 */
export interface NoticeKinds {}
export type NoticeKind = keyof NoticeKinds & string;

/**
 * Parameters of the texts of a notice, as they are stored. `story`, `chapter` and `entry` are titles, as they are at the
 * time. `user`, `from` and `next` are usernames, and `slug` is that of `user`. `<name>_id` is the id of the named member,
 * by which the name is removed when they are erased. `language` is a code. `deadline` and `expires_at` (until when it can
 * be answered) are epoch milliseconds, 0 for none.
 */
export type NoticeParams = Readonly<Record<string, string | number>>;

/** What a notice is about. */
export interface NoticeSubject {
  readonly storyId: string | null;
  readonly chapterId: string | null;
  /** Language of the translation that it is about. */
  readonly language: string | null;
}

/** What a feature says about a kind of notice. */
export interface NoticeRule<
  Params = unknown,
  Once extends boolean = boolean,
  From extends NoticeSender = NoticeSender,
> {
  /** A kind with a type of its own has the same name as the type. */
  readonly type: NoticeType;
  readonly group: NoticeGroup;
  /** With `member`, the sender names the member who causes it, and it is only sent to members whom they may reach. */
  readonly from: From;
  /** With `readable`, it is only sent to members who can read the story or chapter that it is about. */
  readonly subject: 'readable' | 'any';
  /** Returns the URL that the notice links to. Null if it links to nothing. Not called without a story. */
  readonly target: (subject: NoticeSubject & { readonly storyId: string }) => string | null;
  /** The sender names the event that it is about by a key. A member gets one notice of this kind per key. */
  readonly once: Once;
  /**
   * A notice always appears in the inbox. With a kind of email it is also sent as one, with the texts `mail.KIND.…`, to
   * members who want emails of that kind.
   */
  readonly mail: MailKind | null;
  /** Never set. Holds the type of the parameters. */
  readonly params?: Params;
}

/** Who causes a notice. */
export type NoticeSender = 'site' | 'member';

/** The rules of all kinds. */
export type NoticeRules = Readonly<Record<NoticeKind, NoticeRule>>;

type ParamsOf<Rule> = Rule extends NoticeRule<infer Params> ? Params : never;
/** The parameters of a kind. */
export type ParamsOfNotice<Kind extends NoticeKind> = ParamsOf<NoticeKinds[Kind]>;

/** Returns the page of the chapter that a notice is about, or else of the story. */
export const textPage: NoticeRule['target'] = ({ storyId, chapterId }) => toText({ storyId, chapterId });
/** Returns the page of the story that a notice is about. */
export const storyPage: NoticeRule['target'] = ({ storyId }) => to.story({ storyId });

type Given = Partial<Omit<NoticeRule, 'once' | 'from' | 'params'>>;

/**
 * Declares a kind of notice with the type of its parameters. Unless stated otherwise, it is a notice of the site, links to
 * the chapter or story that it is about, and is sent whenever its sender sends it.
 */
export function notice<Params extends object>(
  rule?: Given & { once?: false; from?: 'site' },
): NoticeRule<Params, false, 'site'>;
export function notice<Params extends object>(
  rule: Given & { once: true; from?: 'site' },
): NoticeRule<Params, true, 'site'>;
export function notice<Params extends object>(
  rule: Given & { once?: false; from: 'member' },
): NoticeRule<Params, false, 'member'>;
export function notice(rule: Partial<NoticeRule> = {}): NoticeRule {
  return {
    type: 'system_notice',
    group: 'site',
    from: 'site',
    subject: 'any',
    target: textPage,
    once: false,
    mail: null,
    ...rule,
  };
}
