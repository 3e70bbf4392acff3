import { modelFeature } from '#core/feature.ts';
import { notice } from '#core/notices.ts';
import type { MessageGroup } from './message-groups.ts';
import type { MessageType } from './message-types.ts';

export const messages = modelFeature({
  name: 'messages',
  errors: {
    message_not_found: 404,
    // Invitations and applications are answered in the inbox.
    request_ended: 409,
    story_full: 409,
    solo_story: 409,
  },
  notices: {
    /** A notice that contains its text. */
    system_notice: notice<{ text: string }>(),
  },
});

type Errors = typeof messages.errors;
type Notices = typeof messages.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/live.ts' {
  interface LiveEvents {
    /** A message was created or changed. */
    message: { readonly id: string };
  }
}

declare module '#core/notices.ts' {
  interface NoticeTypes extends Record<MessageType, true> {}
  interface NoticeGroups extends Record<MessageGroup, true> {}
  interface NoticeKinds extends Notices {}
}
