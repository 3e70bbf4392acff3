import { lazy } from 'react';
import { apiOf } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { Route } from './+types/google-callback.ts';

const GoogleReturn = lazy(() =>
  import('#features/accounts/web/google-return.tsx').then((m) => ({ default: m.GoogleReturn })),
);

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('accounts.google_title'), path: '/auth/google/callback', noindex: true } };
}

// The address of this page holds what Google gave until it is read: it is told to nobody.
export const meta = (args: Route.MetaArgs) => [...pageMeta(args), { name: 'referrer', content: 'no-referrer' }];

// The tokens that it is answered with lie in the browser, so only the browser can ask for them.
export default function GoogleCallbackRoute() {
  const isHydrated = useHydrated();
  return (
    <div data-hydrate>
      {isHydrated ? (
        <LazyBoundary waiting={<Spinner />}>
          <GoogleReturn />
        </LazyBoundary>
      ) : (
        <Spinner />
      )}
    </div>
  );
}
