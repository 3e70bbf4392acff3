import { lazy } from 'react';
import { AskLogin } from '#features/accounts/web/ask-login.tsx';
import { apiOf } from '#web/api/in-loader.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { Empty } from '#web/ui/empty.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/messages.ts';

const Inbox = lazy(() => import('#features/messages/web/inbox.tsx').then((m) => ({ default: m.Inbox })));

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('common.messages'), path: '/messages', noindex: true } };
}

export const meta = pageMeta;

// Tabs and types are addresses of their own; nothing of them is made on the server.
export const shouldRevalidate = () => false;

/** The inbox (spec §2). The page holds what visitors see too; which one is shown is known before the first paint. */
export default function MessagesRoute() {
  const t = useT('inbox');
  const signedIn = useSignedIn();
  return (
    <div data-hydrate>
      <div className="for-visitors">
        <AskLogin title={t('common.messages')} text={t('inbox.visitor')} reason="messages" />
      </div>
      <div className="for-members">
        {signedIn ? (
          <LazyBoundary waiting={<Spinner />} failed={<Empty title={t('messages.fetchError')} />}>
            <Inbox />
          </LazyBoundary>
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  );
}
