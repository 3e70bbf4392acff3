/** Tabs of the member’s own profile (spec §2). */
export const PROFILE_TABS = ['created', 'joined', 'interactions', 'reviewing'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Lists of a public profile. */
export const USER_PARTS = ['begun', 'written'] as const;
export type UserPart = (typeof USER_PARTS)[number];

/** A member’s status in a story that they could be invited to. */
export const INVITE_STATES = ['free', 'in', 'invited', 'full'] as const;
