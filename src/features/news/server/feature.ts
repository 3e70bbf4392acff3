import { serverFeature } from '#platform/features/feature.ts';
import { dropOldDeliveries, forgetRefusals } from './deliveries.repo.ts';
import { dropOldFirsts, rememberFirst } from './first-chapters.repo.ts';
import { tellOut, tellRead } from './first-chapters.ts';
import { newsRoutes } from './news.routes.ts';
import type {} from './news-ctx.ts';
import { noticeMailJob } from './notice-mail.job.ts';
import { queueMails } from './notice-mail.ts';
import { tables } from './tables.ts';
import { newsRawRoutes } from './unsubscribe.raw-routes.ts';

export const news = serverFeature({
  name: 'news',
  routes: newsRoutes,
  rawRoutes: newsRawRoutes,
  jobs: [noticeMailJob],
  everyMinute: { tellOut },
  everyHour: {
    tellRead,
    dropOldDeliveries: ({ db, clock }) => dropOldDeliveries(db, clock.now()),
    dropOldFirsts: ({ db }) => dropOldFirsts(db),
  },
  on: {
    'account.email_changed': ({ db }, { accountId }) => forgetRefusals(db, accountId),
    async 'chapter.published'({ db }, { before, ...chapter }) {
      if (before === null) await rememberFirst(db, chapter);
    },
  },
  provides: { queueMails },
  contributes: { tables },
});
