import { webFeature } from '#web/feature.ts';
import { LanguagesAfterSignUp } from './languages-after-sign-up.tsx';

export const discovery = webFeature({
  around: LanguagesAfterSignUp,
  fills: import.meta.env.SSR ? [async () => (await import('./on-chapter.tsx')).onChapter] : [],
  islands: {
    'without-own': {
      forMembers: true,
      load: async () => (await import('./without-own.tsx')).WithoutOwn,
    },
    'filter-changes': { load: async () => (await import('./filter-changes.tsx')).FilterChanges },
  },
  dialogs: {
    'languages-read': {
      reason: null,
      load: async () => (await import('./languages-read-dialog.tsx')).LanguagesReadDialog,
      texts: ['discovery'],
    },
  },
  roomFills: {
    'profile.settings': { order: 10, load: async () => (await import('./languages-read-row.tsx')).LanguagesReadRow },
  },
});
