import { webFeature } from '#web/feature.ts';
import type { Target } from '../contract-cases.ts';
import type { CaseKind } from '../model/queue.ts';
import type { CaseProps } from './case-parts.tsx';

declare module '#web/page/room-slot.tsx' {
  /** For each kind of case: what the moderator sees and decides. */
  interface RoomSlots extends Record<`moderation.case.${CaseKind}`, CaseProps> {
    /** Below the reported texts, by the kind of what is reported: more about it. */
    [reported: `moderation.report.${string}`]: { target: Target };
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
    'moderation.case.report': { order: 10, load: async () => (await import('./cases.ts')).ReportCase },
    'moderation.case.appeal': { order: 10, load: async () => (await import('./cases.ts')).AppealCase },
    'moderation.case.feedback': { order: 10, load: async () => (await import('./cases.ts')).FeedbackCase },
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
