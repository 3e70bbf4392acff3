import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { type ShownWork, UserMissing, UserPage } from '#features/profile/web/user-page.tsx';
import type { PageContext } from '#web/page/context.ts';
import { excerpt } from '#web/page/head.ts';
import { load, PageMoved } from '#web/page/load.ts';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

/** Query parameters of this page. */
const ASKED = ['tab', 'from', 'translations'];

export const user = definePage('user', {
  async load(request) {
    const { translator, language, namesLanguage, params, query } = request;
    const shownUser = await load(request, accountApi.bySlug, { slug: params.userSlug });
    const { slug: userSlug, username, bio, suspended } = shownUser;
    // A former slug redirects to the current one, and keeps the language in the URL.
    if (userSlug !== params.userSlug) {
      const asked = Object.fromEntries([...query].filter(([name]) => ASKED.includes(name)));
      throw new PageMoved(to.user({ userSlug }, { ...asked, t: namesLanguage ? language : null }));
    }
    const head = {
      title: username ?? translator.t('user.suspended_title'),
      ...(bio ? { description: excerpt(bio) } : {}),
      path: to.user({ userSlug }),
      type: 'profile' as const,
      noindex: suspended,
    };
    return { head, data: { user: shownUser, shown: suspended ? null : await loadWork(request, shownUser.id, query) } };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: UserPage,
  Missing: UserMissing,
  missingTitle: 'user.not_found',
});

async function loadWork(context: PageContext, userId: string, asked: URLSearchParams): Promise<ShownWork> {
  const part = asked.get('tab') === 'written' ? 'written' : 'begun';
  const [work, stories, translations] = await Promise.all([
    load(context, profileApi.work, { userId }),
    load(context, profileApi.stories, { userId, part, cursor: asked.get('from') ?? undefined }),
    load(context, profileApi.translations, { userId, cursor: asked.get('translations') ?? undefined }),
  ]);
  return { work, part, stories, translations };
}
