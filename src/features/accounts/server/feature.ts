import { sql } from 'kysely';
import { serverFeature } from '#platform/features/feature.ts';
import { accountDeletionRoutes } from './account-deletion.routes.ts';
import type {} from './account-events.ts';
import { accountMailJob } from './account-mail.job.ts';
import { accountRawRoutes } from './accounts.raw-routes.ts';
import { accountRoutes } from './accounts.routes.ts';
import { eraseDueAccounts, erasureJob } from './erasure.ts';
import { forgetReasonsOf } from './erasure-steps.ts';
import { dropExpiredAccountRows } from './expiry.repo.ts';
import { dropExportsOf, dropOldExports, endFailedExports, exportJob } from './export.service.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { markOldRecoveryCodes } from './factors/recovery-codes.ts';
import { moveFactorRemovals } from './factors/remove-factors.ts';
import { resealTotpSecrets } from './factors/totp-secret.ts';
import { firstAdministratorRoutes } from './first-administrator.routes.ts';
import { accountStaysJob } from './keep-account.ts';
import { loginRoutes } from './logins.routes.ts';
import { fillNameSkeletons } from './member-names.ts';
import { ownWishes as wishes } from './own-wishes.ts';
import { deletePictures, profilePictureFile } from './picture-files.ts';
import { providerRoutes } from './providers.routes.ts';
import { endSuspensions } from './restriction.service.ts';
import { tables } from './tables.ts';

export const accounts = serverFeature({
  name: 'accounts',
  routes: [
    ...accountRoutes,
    ...accountDeletionRoutes,
    ...firstAdministratorRoutes,
    ...factorRoutes,
    ...loginRoutes,
    ...providerRoutes,
  ],
  rawRoutes: accountRawRoutes,
  jobs: [accountMailJob, accountStaysJob, exportJob, erasureJob],
  everyMinute: { endSuspensions, eraseDueAccounts, endFailedExports, fillNameSkeletons },
  everyHour: { dropExpiredAccountRows, dropOldExports, resealTotpSecrets, markOldRecoveryCodes, moveFactorRemovals },
  contributes: {
    tables,
    erasureSteps: {
      deleteExports: { phase: 'words', run: (ctx, { id }) => dropExportsOf(ctx, id) },
      deletePictures: { phase: 'traces', run: deletePictures },
      forgetReasons: { phase: 'words', run: forgetReasonsOf },
    },
    loggedSubjects: { role: (id) => sql`select ${id}::bigint`, factors: (id) => sql`select ${id}::bigint` },
    exportFiles: { profilePicture: profilePictureFile },
    wishes,
    imageUses: { avatars: sql`select from accounts a where a.avatar_key = i.key` },
  },
});
