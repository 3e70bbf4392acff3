import { isRouteErrorResponse, redirect } from 'react-router';
import { accountApi } from '#features/accounts/contract.ts';
import { UserMissing, UserPage } from '#features/profile/web/user-page.tsx';
import { storyApi } from '#features/stories/contract.ts';
import { apiOf, load } from '#web/api/in-loader.ts';
import { FailedPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/user.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { translator, language, namesLanguage } = apiOf(context);
  const user = await load(context, accountApi.bySlug, { slug: params.userSlug });
  const from = url.searchParams.get('from') ?? undefined;
  // An address that was given up leads to the new one, and goes on naming the language if it did.
  if (user.slug !== params.userSlug) {
    const query = new URLSearchParams({ ...(from ? { from } : {}), ...(namesLanguage ? { t: language } : {}) });
    throw redirect(`/user/${user.slug}${query.size > 0 ? `?${query}` : ''}`, 301);
  }
  const stories = user.suspended
    ? { items: [], next: null }
    : await load(context, storyApi.listByUser, { userId: user.id, cursor: from });
  const name = user.username ?? translator.t('user.suspended_title');
  const head = {
    title: name,
    ...(user.bio ? { description: excerpt(user.bio) } : {}),
    path: `/user/${user.slug}`,
    type: 'profile' as const,
    noindex: user.suspended,
  };
  return { user, stories, head };
}

export const meta = pageMeta;

export default function UserRoute({ loaderData: { user, stories } }: Route.ComponentProps) {
  return <UserPage user={user} stories={stories.items} next={stories.next} />;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <UserMissing slug={params.userSlug ?? ''} />;
  return <FailedPage error={error} />;
}
