import { publicStoryPage } from '#features/stories/server/index.ts';
import { invitationPage, linkIdOf } from './invitation-links.service.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To join a story right away. Its id is that of the story. */
    join: true;
    /** To apply to join a story. Its id is that of the story. */
    apply: true;
    /** To accept an invitation. Its id is the token of the link. */
    accept: true;
  }
}

export const wishes = {
  join: { page: publicStoryPage },
  apply: { page: publicStoryPage },
  accept: { page: invitationPage, keep: linkIdOf },
};
