import { modelFeature } from '#core/feature.ts';
import { DAY, MINUTE } from '#core/time.ts';

export const participation = modelFeature({
  name: 'participation',
  errors: {
    invite_only: 409,
    already_participant: 409,
    not_participant: 409,
    request_pending: 409,
    reapply_later: 409,
    too_many_invitations: 409,
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
});

type Errors = typeof participation.errors;
type Limits = typeof participation.limits;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}
