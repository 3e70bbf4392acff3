import { webFeature } from '#web/feature.ts';
import { AccountDialogs } from './account-dialogs.tsx';

export const accounts = webFeature({
  around: AccountDialogs,
  notes: {
    leaving: {
      order: 20,
      load: async () => (await import('./deletion-banner.tsx')).DeletionBanner,
      texts: ['leaving'],
    },
  },
});
