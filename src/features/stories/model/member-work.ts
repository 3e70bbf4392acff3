/** The next thing to do in a story that the member writes in, most urgent first. */
export const NEXT_KINDS = ['turn', 'draft', 'entry', 'vote', 'applications', 'continue'] as const;
export type NextKind = (typeof NEXT_KINDS)[number];

/** What a member can do with another member’s story without writing in it. */
export const INTERACTIONS = ['vote', 'translation', 'application', 'reading'] as const;
export type InteractionKind = (typeof INTERACTIONS)[number];

/** Kinds of texts that can be in review. */
export const WAITING_KINDS = ['story', 'chapter', 'submission', 'translation'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** Counting stops here, because larger numbers are shown as 99+. */
export const COUNTED_MAX = 100;
