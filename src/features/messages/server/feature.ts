import { serverFeature } from '#platform/features/feature.ts';
import { forgetName } from './former-names.repo.ts';
import { messageRoutes } from './messages.routes.ts';
import { openPorts } from './notice-ports.ts';
import { notify } from './notify.ts';
import { readableMessages } from './readable-messages.ts';
import { tables } from './tables.ts';

export const messages = serverFeature({
  name: 'messages',
  routes: messageRoutes,
  defaults: openPorts,
  on: {
    'account.export_ready': (ctx, { accountId: to, exportId }) =>
      notify(ctx, 'export_ready', { to, params: {}, eventKey: exportId }),
    'account.export_failed': (ctx, { accountId: to, exportId }) =>
      notify(ctx, 'export_failed', { to, params: {}, eventKey: exportId }),
  },
  contributes: {
    tables,
    exportFiles: { readableMessages },
    erasureSteps: { forgetName: { phase: 'traces', run: (ctx, { id }) => forgetName(ctx, id) } },
  },
});
