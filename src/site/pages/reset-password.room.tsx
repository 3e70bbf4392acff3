import { ResetPasswordForm } from '#features/accounts/web/reset-password-form.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export default function ResetPasswordRoom() {
  return (
    <LazyBoundary waiting={<Spinner />}>
      <ResetPasswordForm />
    </LazyBoundary>
  );
}
