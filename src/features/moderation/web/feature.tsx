import { webFeature } from '#web/feature.ts';
import type { SuggestionDialogProps } from './case-parts.tsx';

declare module '#web/page/room-slot.tsx' {
  interface RoomSlots {
    /** The dialog for deciding on a suggested category. */
    'moderation.suggestion': SuggestionDialogProps;
    /** In place of the queue, if the URL names a round. */
    'moderation.round': { roundId: string };
  }
}

export const moderation = webFeature({
  fills: import.meta.env.SSR
    ? [async () => (await import('./on-site.tsx')).onSite, async () => (await import('./on-user.tsx')).onUser]
    : [],
  islands: {
    'moderator-actions': {
      forMembers: true,
      load: async () => (await import('./moderator-actions.tsx')).ModeratorActions,
    },
  },
  dialogs: {
    feedback: {
      reason: 'feedback',
      load: async () => (await import('./feedback-dialog.tsx')).FeedbackDialog,
      texts: ['feedback'],
    },
    report: {
      reason: 'report',
      load: async () => (await import('./report-dialog.tsx')).ReportDialog,
      texts: ['report'],
    },
  },
  roomFills: {
    'profile.sections': { order: 20, load: async () => (await import('./own-restrictions.tsx')).OwnRestrictions },
  },
  notes: {
    restriction: {
      order: 10,
      replacesHome: true,
      load: async () => (await import('./restricted-account.tsx')).RestrictedAccount,
      texts: ['decisions', 'report', 'accounts'],
    },
  },
});
