import { data } from 'react-router';
import { pageApi } from '#features/pages/contract.ts';
import { TextPageView } from '#features/pages/web/text-page.tsx';
import { load } from '#web/api/in-loader.ts';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/agreement.ts';

export async function loader({ context, params: { type } }: Route.LoaderArgs) {
  if (type !== 'user' && type !== 'privacy') throw data({ code: 'page_not_found' }, { status: 404 });
  const page = await load(context, pageApi.read, { page: type });
  return { page, head: { title: page.title, description: excerpt(page.lead), path: `/agreement/${type}` } };
}

export const meta = pageMeta;

export default function AgreementRoute({ loaderData }: Route.ComponentProps) {
  return <TextPageView page={loaderData.page} dated />;
}
