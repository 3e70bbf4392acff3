import { makeMonths } from '#platform/db/months.ts';
import { sealLog } from '#platform/db/seal-log.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { dropOldKeys } from '#platform/http/idempotency.repo.ts';
import { dropOldCounts } from '#platform/http/limits.ts';
import { dropSpentChallenges } from '#platform/human-check/spent-challenges.repo.ts';
import { sweepImages } from '#platform/images/images.repo.ts';
import { dropOldMails } from '#platform/mail/outbox.ts';
import { platformTables } from '#platform/tables.ts';
import { latestBackupTime } from './backup/latest-backup.ts';
import { spaceOf } from './doctor/disk.ts';

/** What the platform adds to the server, like a feature. */
export const platform = serverFeature({
  name: 'platform',
  everyMinute: { sealLog },
  everyHour: {
    makeMonths,
    dropOldKeys,
    dropOldCounts,
    dropSpentChallenges: ({ db }) => dropSpentChallenges(db),
    sweepImages,
    dropOldMails,
  },
  metrics: {
    skein_backup_time_seconds: {
      type: 'gauge',
      help: 'When the latest backup was made, in seconds since 1970; 0 if there is none',
      read: async (deps) => (await latestBackupTime(deps)) / 1000,
    },
    skein_disk_free_bytes: {
      type: 'gauge',
      help: 'Free bytes on the disk of DATA_DIR',
      read: async ({ config }) => (await spaceOf(config.dataDir)).free,
    },
  },
  contributes: { tables: platformTables },
});
