/** Tabs of the member’s own profile (spec §2). */
export const PROFILE_TABS = ['created', 'joined', 'interactions', 'reviewing'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** What a member can do with another member’s story without writing in it. */
export const INTERACTIONS = ['vote', 'translation', 'application', 'reading'] as const;
export type InteractionKind = (typeof INTERACTIONS)[number];

/** Reading counts as an interaction for this many days. */
export const READING_DAYS = 90;

/** Counting stops here, because larger numbers are shown as 99+. */
export const COUNTED_MAX = 100;

/** The next thing to do in a story that the member writes in, most urgent first. */
export const NEXT_KINDS = ['turn', 'draft', 'entry', 'vote', 'applications', 'continue'] as const;

/** Kinds of texts that can be in review. */
export const WAITING_KINDS = ['story', 'chapter', 'submission', 'translation'] as const;

/** Lists of a public profile. */
export const USER_PARTS = ['begun', 'written'] as const;
export type UserPart = (typeof USER_PARTS)[number];

/** A member’s status in a story that they could be invited to. */
export const INVITE_STATES = ['free', 'in', 'invited', 'full'] as const;

/** True if the username was generated at sign-up and never changed. */
export function isGivenName(username: string): boolean {
  return /^writer_[a-z0-9]{6}$/.test(username);
}
