import { webFeature } from '#web/feature.ts';
import type { Me } from '../contract.ts';
import { AccountDialogs } from './account-dialogs.tsx';

declare module '#web/page/room-slot.tsx' {
  /** Parts of the member’s own profile. They are declared here, because most features have something of members. */
  interface RoomSlots {
    /** Below the lists of stories. */
    'profile.sections': { me: Me };
    /** Below the list of stories that the member has joined. */
    'profile.joined': { me: Me };
    /** Below the list of what is in review. */
    'profile.reviewing': { me: Me };
    /** The last settings of the account. Each is a list item. */
    'profile.settings': { me: Me };
    /** Further lists of stories, each with a tab. */
    [tab: `profile.tab.${string}`]: { me: Me };
  }
}

export const accounts = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-site.tsx')).onSite] : [],
  around: AccountDialogs,
  roomFills: {
    'profile.sections': { order: 50, load: async () => (await import('./your-texts.tsx')).YourTexts },
  },
  notes: {
    leaving: {
      order: 20,
      load: async () => (await import('./deletion-banner.tsx')).DeletionBanner,
      texts: ['leaving'],
    },
  },
});
