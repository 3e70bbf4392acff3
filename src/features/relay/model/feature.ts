import { modelFeature } from '#core/feature.ts';
import { notice, storyPage } from '#core/notices.ts';
import { DAY } from '#core/time.ts';
import type { TurnEnding } from './turn.ts';

// Empty without a previous or next writer.
type FromWriter = { from: string; from_id?: string };
type Flag = 'yes' | '';
type NextWriter = { next: string; next_id?: string };

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
  notices: {
    relay_your_turn: notice<FromWriter & { story: string; number: number; deadline: number }>({
      type: 'relay_your_turn',
      group: 'turns',
      subject: 'readable',
      target: storyPage,
      once: true,
      mail: 'turns',
    }),
    relay_turn_reminder: notice<{ story: string; deadline: number }>({
      type: 'relay_turn_reminder',
      group: 'turns',
      target: storyPage,
      once: true,
    }),
    // `draft` if they have one, `skipped` from the second missed turn on. Messages of earlier versions have neither.
    relay_turn_passed: notice<NextWriter & { story: string; cause: TurnEnding; draft?: Flag; skipped?: Flag }>({
      type: 'relay_turn_passed',
      group: 'turns',
      target: storyPage,
      once: true,
      mail: 'turns',
    }),
    // To the creator of a relay that only `next` can continue, only the creator (`alone`), or no one.
    relay_resting: notice<NextWriter & { story: string; alone: Flag }>({
      group: 'turns',
      subject: 'readable',
      once: true,
    }),
    // To skipped writers.
    relay_rejoin: notice<{ story: string }>({ group: 'turns', subject: 'readable', once: true }),
  },
});

type Errors = typeof relay.errors;
type Limits = typeof relay.limits;
type Notices = typeof relay.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
