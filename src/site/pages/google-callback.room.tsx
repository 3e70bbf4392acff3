import { ProviderReturn } from '#features/accounts/web/provider-return.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export default function GoogleCallbackRoom() {
  return (
    <LazyBoundary waiting={<Spinner />}>
      <ProviderReturn provider="google" />
    </LazyBoundary>
  );
}
