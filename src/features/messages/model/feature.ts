import { modelFeature } from '#core/feature.ts';

export const messages = modelFeature({
  name: 'messages',
  errors: {
    message_not_found: 404,
    // Invitations and applications are answered in the inbox.
    request_ended: 409,
    story_full: 409,
    solo_story: 409,
  },
});

type Errors = typeof messages.errors;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/live.ts' {
  interface LiveEvents {
    /** A message was created or changed. */
    message: { readonly id: string };
  }
}
