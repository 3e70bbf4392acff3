import { sql } from 'kysely';
import { serverFeature } from '#platform/features/feature.ts';
import { OVERDUE_AFTER } from '../model/moderation-limits.ts';
import { forgetReviewsOf, forgetWordsAbout } from './author-erasure.ts';
import { getAppeal, getFeedback, getReport } from './cases.queries.ts';
import { deleteReviewsSql, dropOldReports } from './erasure.repo.ts';
import { memberRestrictable, restrictionRecord } from './member-restrictable.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { escalateOverdueReviews } from './overdue.ts';
import { prereviewJob } from './prereview.job.ts';
import { publicReportMailJob } from './public-reports/public-report-mail.job.ts';
import { forgetPublicReporters } from './public-reports/public-reports.repo.ts';
import { queueSources } from './queue-sources.ts';
import { tables } from './tables.ts';
import { transparencyFile } from './transparency/transparency.raw-routes.ts';
import { countTransparency } from './transparency/transparency.service.ts';

export const moderation = serverFeature({
  name: 'moderation',
  routes: moderationRoutes,
  rawRoutes: [transparencyFile],
  jobs: [prereviewJob, publicReportMailJob],
  everyHour: { dropOldReports, forgetPublicReporters, countTransparency },
  watch: { after: OVERDUE_AFTER, run: escalateOverdueReviews },
  provides: { restrictionRecord },
  defaults: { publishedTranslation: async () => null },
  contributes: {
    tables,
    restrictables: { member: memberRestrictable },
    queueSources,
    queueCases: { report: getReport, appeal: getAppeal, feedback: getFeedback },
    erasureSteps: {
      forgetWordsAbout: { phase: 'words', run: forgetWordsAbout },
      forgetReviews: { phase: 'traces', run: forgetReviewsOf },
    },
    loggedSubjects: {
      review: (id) => sql`select id from reviews where author_id = ${id}`,
      restriction: (id) => sql`select id from restrictions where account_id = ${id}`,
      report: (id) => sql`select id from report_cases where account_id = ${id}`,
      appeal: (id) => sql`select id from appeals where account_id = ${id}`,
      feedback: (id) => sql`select id from feedback where account_id = ${id}`,
    },
    storyPurges: { reviews: { deleteSql: deleteReviewsSql, kind: 'review' } },
  },
});
