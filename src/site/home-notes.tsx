import { useLayoutEffect } from 'react';
import { plannedDeletionNote } from '#features/accounts/web/planned-deletion.ts';
import { restrictionNote } from '#features/accounts/web/restriction.ts';
import { useKeptNote } from '#features/accounts/web/use-kept-note.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const RestrictedAccount = later(
  () => import('#features/moderation/web/restricted-account.tsx').then((m) => m.RestrictedAccount),
  ['decisions', 'report', 'accounts'],
);
const DeletionBanner = later(
  () => import('#features/accounts/web/deletion-banner.tsx').then((m) => m.DeletionBanner),
  ['leaving'],
);

/** Tells users that the site has logged out why: their account is restricted, or will be deleted. */
export function HomeNotes() {
  const signedIn = useSignedIn();
  const restriction = useKeptNote(restrictionNote);
  const leaving = useKeptNote(plannedDeletionNote);
  if (signedIn) return null;
  if (restriction)
    return (
      <>
        <InPlaceOfHome />
        <LazyBoundary>
          <RestrictedAccount waiting={<Spinner />} restriction={restriction} />
        </LazyBoundary>
      </>
    );
  return (
    leaving && (
      <LazyBoundary>
        <DeletionBanner planned={leaving} />
      </LazyBoundary>
    )
  );
}

/** Hides the rest of the home page. */
function InPlaceOfHome() {
  useLayoutEffect(() => {
    const home = document.querySelector<HTMLElement>('[data-home]');
    if (!home) return;
    home.hidden = true;
    return () => {
      home.hidden = false;
    };
  }, []);
  return null;
}
