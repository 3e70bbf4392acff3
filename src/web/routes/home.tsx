import { discoveryApi } from '#features/discovery/contract.ts';
import { HomePage } from '#features/discovery/web/home-page.tsx';
import { Resume } from '#features/reader/web/resume.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/home.ts';

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
  return <HomePage home={loaderData.home} resume={<Resume />} />;
}
