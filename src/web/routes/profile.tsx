import { lazy } from 'react';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { apiOf } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/profile.ts';

const OwnProfile = lazy(() => import('#features/profile/web/own-profile.tsx').then((m) => ({ default: m.OwnProfile })));

export function loader({ context }: Route.LoaderArgs) {
  return { head: { title: apiOf(context).translator.t('account.title'), path: '/profile', noindex: true } };
}

export const meta = pageMeta;

export default function ProfileRoute({ loaderData }: Route.ComponentProps) {
  return (
    <MembersOnly title={loaderData.head.title}>
      <OwnProfile />
    </MembersOnly>
  );
}
