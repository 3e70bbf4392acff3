import { lazy } from 'react';
import { apiOf } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { Route } from './+types/reset-password.ts';

const ResetPasswordForm = lazy(() =>
  import('#features/accounts/web/reset-password-form.tsx').then((m) => ({ default: m.ResetPasswordForm })),
);

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('accounts.choose_password'), path: '/reset_password', noindex: true } };
}

// The address of this page holds a secret until it is read: it is told to nobody.
export const meta = (args: Route.MetaArgs) => [...pageMeta(args), { name: 'referrer', content: 'no-referrer' }];

// The form is for who has the link alone, and a form that is sent before it listens would put a password into an
// address: it is made in the browser.
export default function ResetPasswordRoute() {
  const isHydrated = useHydrated();
  return (
    <div data-hydrate>
      {isHydrated ? (
        <LazyBoundary waiting={<Spinner />}>
          <ResetPasswordForm />
        </LazyBoundary>
      ) : (
        <Spinner />
      )}
    </div>
  );
}
