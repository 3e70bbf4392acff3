import { serverFeature } from '#platform/features/feature.ts';
import { forgetName } from './former-names.repo.ts';
import { messageRoutes } from './messages.routes.ts';
import { notify } from './messages.service.ts';
import { tables } from './tables.ts';

export const messages = serverFeature({
  name: 'messages',
  routes: messageRoutes,
  on: {
    'account.export_ready': (ctx, { accountId: to }) =>
      notify(ctx, { to, type: 'system_notice', params: { about: 'export_ready' } }),
  },
  contributes: {
    tables,
    erasureSteps: { forgetName: { phase: 'names', run: (ctx, { id }) => forgetName(ctx, id) } },
  },
});
