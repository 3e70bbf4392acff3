import { lazy } from 'react';
import { plannedDeletionNote } from '#features/accounts/web/planned-deletion.ts';
import { restrictionNote } from '#features/accounts/web/restriction.ts';
import { useKeptNote } from '#features/accounts/web/use-kept-note.ts';
import type { Home } from '#features/discovery/contract.ts';
import { HomePage } from '#features/discovery/web/home-page.tsx';
import { Resume } from '#features/reader/web/resume.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const RestrictedAccount = lazy(() =>
  import('#features/moderation/web/restricted-account.tsx').then((m) => ({ default: m.RestrictedAccount })),
);
const DeletionBanner = lazy(() =>
  import('#features/accounts/web/deletion-banner.tsx').then((m) => ({ default: m.DeletionBanner })),
);

export default function HomeView({ home }: { home: Home }) {
  const signedIn = useSignedIn();
  const restriction = useKeptNote(restrictionNote);
  const leaving = useKeptNote(plannedDeletionNote);
  if (restriction && !signedIn)
    return (
      <LazyBoundary waiting={<Spinner />}>
        <RestrictedAccount restriction={restriction} />
      </LazyBoundary>
    );
  return (
    <>
      {leaving && !signedIn && (
        <LazyBoundary>
          <DeletionBanner planned={leaving} />
        </LazyBoundary>
      )}
      <HomePage home={home} resume={<Resume />} />
    </>
  );
}
