import { lazy } from 'react';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const ResetPasswordForm = lazy(() =>
  import('#features/accounts/web/reset-password-form.tsx').then((m) => ({ default: m.ResetPasswordForm })),
);

export default function ResetPasswordRoom() {
  return (
    <LazyBoundary waiting={<Spinner />}>
      <ResetPasswordForm />
    </LazyBoundary>
  );
}
