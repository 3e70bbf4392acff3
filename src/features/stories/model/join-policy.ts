/** How others join a story (product §5): right away, when the creator accepts them, or only when invited. */
export const JOIN_POLICIES = ['open', 'applications', 'invite_only'] as const;
export type JoinPolicy = (typeof JOIN_POLICIES)[number];
