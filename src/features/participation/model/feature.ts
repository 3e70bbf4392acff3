import { modelFeature } from '#core/feature.ts';
import { notice, storyPage } from '#core/notices.ts';
import { DAY, MINUTE } from '#core/time.ts';

type Answered = { story: string; user: string; slug: string; user_id: string };
type Asking = Answered & { note: string; expires_at: number };

const fromMember = { group: 'people', from: 'member', target: storyPage } as const;

export const participation = modelFeature({
  name: 'participation',
  errors: {
    invite_only: 409,
    already_participant: 409,
    not_participant: 409,
    request_pending: 409,
    reapply_later: 409,
    too_many_invitations: 409,
    invitation_link_invalid: 404,
    invitation_link_ended: 409,
    too_many_invitation_links: 409,
  },
  limits: {
    // Of members to invite, and of stories.
    search: {
      setting: 'LIMIT_SEARCH',
      default: 30,
      says: 'searches per caller and minute',
      window: MINUTE,
      per: 'caller',
    },
    invite: {
      setting: 'LIMIT_INVITE',
      default: 20,
      says: 'invitations per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    apply: {
      setting: 'LIMIT_APPLY',
      default: 10,
      says: 'applications per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
  },
  notices: {
    story_apply: notice<Asking>({ type: 'story_apply', ...fromMember, mail: 'requests' }),
    story_apply_accepted: notice<Answered>({ type: 'story_apply_accepted', ...fromMember }),
    story_apply_rejected: notice<Answered>({ type: 'story_apply_rejected', ...fromMember }),
    story_invite: notice<Asking>({ type: 'story_invite', ...fromMember, mail: 'requests' }),
    story_invite_accepted: notice<Answered>({ type: 'story_invite_accepted', ...fromMember }),
    story_invite_rejected: notice<Answered>({ type: 'story_invite_rejected', ...fromMember }),
    /** A member joined a story that is open to everyone. The creator already knows members that they invited or accepted. */
    participant_joined: notice<Answered>({ group: 'people', from: 'member' }),
    // To the side that asked, because no one answered in time.
    application_expired: notice<{ story: string }>({ group: 'people', once: true }),
    invitation_expired: notice<Answered>({ group: 'people', once: true }),
    removed: notice<{ story: string }>(),
    story_deleted: notice<{ story: string }>(),
    story_banned: notice<{ story: string }>(),
    story_unbanned: notice<{ story: string }>(),
  },
});

type Errors = typeof participation.errors;
type Limits = typeof participation.limits;
type Notices = typeof participation.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
