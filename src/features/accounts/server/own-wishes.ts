import { firstAdministratorLinkId, firstAdministratorPage } from './first-administrator.service.ts';
import type {} from './wishes.ts';

declare module '../model/wish.ts' {
  interface WishKinds {
    /** To become the first administrator. Its id is the token of the link. */
    administer: true;
  }
}

export const ownWishes = { administer: { page: firstAdministratorPage, keep: firstAdministratorLinkId } };
