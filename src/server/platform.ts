import { makeMonths } from '#platform/db/months.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { dropOldKeys } from '#platform/http/idempotency.repo.ts';
import { dropOldCounts } from '#platform/http/limits.ts';
import { dropSpentChallenges } from '#platform/human-check/spent-challenges.repo.ts';
import { sweepImages } from '#platform/images/images.repo.ts';
import { dropOldMails } from '#platform/mail/outbox.ts';
import { platformTables } from '#platform/tables.ts';

/** What the platform adds to the server, like a feature. */
export const platform = serverFeature({
  name: 'platform',
  everyHour: {
    makeMonths,
    dropOldKeys,
    dropOldCounts,
    dropSpentChallenges: ({ db }) => dropSpentChallenges(db),
    sweepImages,
    dropOldMails,
  },
  contributes: { tables: platformTables },
});
