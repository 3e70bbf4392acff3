import { pageApi } from '#features/pages/contract.ts';
import { TextPageView } from '#features/pages/web/text-page.tsx';
import { load } from '#web/api/in-loader.ts';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/about.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const page = await load(context, pageApi.read, { page: 'about' });
  return { page, head: { title: page.title, description: excerpt(page.lead), path: '/about' } };
}

export const meta = pageMeta;

export default function AboutRoute({ loaderData }: Route.ComponentProps) {
  return <TextPageView page={loaderData.page} />;
}
