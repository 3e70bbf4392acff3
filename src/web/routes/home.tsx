import { lazy } from 'react';
import { plannedDeletionNote } from '#features/accounts/web/planned-deletion.ts';
import { restrictionNote } from '#features/accounts/web/restriction.ts';
import { useKeptNote } from '#features/accounts/web/use-kept-note.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { HomePage } from '#features/discovery/web/home-page.tsx';
import { Resume } from '#features/reader/web/resume.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/home.ts';

const RestrictedAccount = lazy(() =>
  import('#features/moderation/web/restricted-account.tsx').then((m) => ({ default: m.RestrictedAccount })),
);
const DeletionBanner = lazy(() =>
  import('#features/accounts/web/deletion-banner.tsx').then((m) => ({ default: m.DeletionBanner })),
);

export async function loader({ context }: Route.LoaderArgs) {
  const { translator, site } = apiOf(context);
  const home = await load(context, discoveryApi.home, {});
  const head = {
    title: translator.t('meta.home_title', { site: site.name }),
    description: translator.t('meta.home_description'),
    keywords: translator.t('meta.keywords'),
    path: '/',
  };
  return { home, head };
}

export const meta = pageMeta;

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
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
      <HomePage home={loaderData.home} resume={<Resume />} />
    </>
  );
}
