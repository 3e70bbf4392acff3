import { isRouteErrorResponse, type RouterContextProvider, redirect } from 'react-router';
import { accountApi } from '#features/accounts/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { InviteSlot } from '#features/profile/web/invite-slot.tsx';
import { type ShownWork, UserMissing, UserPage } from '#features/profile/web/user-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { FailedPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/user.ts';

/** What the address asks for beside the member. */
const ASKED = ['tab', 'from', 'translations'];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { translator, language, namesLanguage } = apiOf(context);
  const user = await load(context, accountApi.bySlug, { slug: params.userSlug });
  // An address that was given up leads to the new one, and goes on naming the language if it did.
  if (user.slug !== params.userSlug) {
    const query = new URLSearchParams([...url.searchParams].filter(([name]) => ASKED.includes(name)));
    if (namesLanguage) query.set('t', language);
    throw redirect(`/user/${user.slug}${query.size > 0 ? `?${query}` : ''}`, 301);
  }
  const name = user.username ?? translator.t('user.suspended_title');
  const head = {
    title: name,
    ...(user.bio ? { description: excerpt(user.bio) } : {}),
    path: `/user/${user.slug}`,
    type: 'profile' as const,
    noindex: user.suspended,
  };
  return { user, shown: user.suspended ? null : await loadWork(context, user.id, url.searchParams), head };
}

async function loadWork(
  context: Readonly<RouterContextProvider>,
  userId: string,
  asked: URLSearchParams,
): Promise<ShownWork> {
  const part = asked.get('tab') === 'written' ? 'written' : 'begun';
  const [work, stories, translations] = await Promise.all([
    load(context, profileApi.work, { userId }),
    load(context, profileApi.stories, { userId, part, cursor: asked.get('from') ?? undefined }),
    load(context, profileApi.translations, { userId, cursor: asked.get('translations') ?? undefined }),
  ]);
  return { work, part, stories, translations };
}

export const meta = pageMeta;

export default function UserRoute({ loaderData: { user, shown } }: Route.ComponentProps) {
  return <UserPage user={user} shown={shown} actions={<InviteSlot user={user} />} />;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <UserMissing slug={params.userSlug ?? ''} />;
  return <FailedPage error={error} />;
}
