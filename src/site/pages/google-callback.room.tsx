import { lazy } from 'react';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const GoogleReturn = lazy(() =>
  import('#features/accounts/web/google-return.tsx').then((m) => ({ default: m.GoogleReturn })),
);

export default function GoogleCallbackRoom() {
  return (
    <LazyBoundary waiting={<Spinner />}>
      <GoogleReturn />
    </LazyBoundary>
  );
}
