import { modelFeature } from '#core/feature.ts';
import { notice, storyPage } from '#core/notices.ts';
import { to } from '#core/pages.ts';
import { DAY, MINUTE } from '#core/time.ts';

export const stories = modelFeature({
  name: 'stories',
  errors: {
    story_not_found: 404,
    story_mode_fixed: 409,
    story_in_review: 409,
    category_there: 409,
    category_suggested: 409,
    too_many_drafts: 409,
    save_changes_first: 409,
    round_running: 409,
  },
  limits: {
    create_story: {
      setting: 'LIMIT_CREATE_STORY',
      default: 10,
      says: 'new stories per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    save: {
      setting: 'LIMIT_SAVE',
      default: 60,
      says: 'saves of a story or chapter per member and minute',
      window: MINUTE,
      per: 'member',
      here: true,
    },
    submit: {
      setting: 'LIMIT_SUBMIT',
      default: 30,
      says: 'submissions per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    suggestion: {
      setting: 'LIMIT_SUGGESTION',
      default: 5,
      says: 'category suggestions per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
  },
  notices: {
    story_approved: notice<{ story: string }>({
      type: 'story_approved',
      group: 'reviews',
      target: storyPage,
      mail: 'published',
    }),
    story_rejected: notice<{ story: string; reason?: string; rule?: string }>({
      type: 'story_rejected',
      group: 'reviews',
      target: ({ storyId }) => to.editStory({ storyId }),
      mail: 'returned',
    }),
    story_handed: notice<{ story: string }>(),
    category_accepted: notice<{ name: string; reason: string }>(),
    category_declined: notice<{ name: string; reason: string }>(),
  },
});

type Errors = typeof stories.errors;
type Limits = typeof stories.limits;
type Notices = typeof stories.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/live.ts' {
  interface LiveEvents {
    /** Something in a story changed. */
    story: { readonly id: string };
  }
  interface LiveTopics {
    story: true;
  }
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
