import { modelFeature } from '#core/feature.ts';
import { DAY } from '#core/time.ts';

export const relay = modelFeature({
  name: 'relay',
  errors: {
    turn_extended: 409,
    nobody_to_hand_to: 409,
  },
  limits: {
    turn: {
      setting: 'LIMIT_TURN',
      default: 60,
      says: 'turns passed or reassigned per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
  },
});

type Errors = typeof relay.errors;
type Limits = typeof relay.limits;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}
