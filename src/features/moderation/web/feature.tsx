import { webFeature } from '#web/feature.ts';

export const moderation = webFeature({
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
  notes: {
    restriction: {
      order: 10,
      replacesHome: true,
      load: async () => (await import('./restricted-account.tsx')).RestrictedAccount,
      texts: ['decisions', 'report', 'accounts'],
    },
  },
});
