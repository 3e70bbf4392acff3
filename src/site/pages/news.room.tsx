import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { NewsPage } from '#features/news/web/news-page.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import type { RoomProps } from '../page.ts';

/** What the member gets by email. */
export default function NewsRoom({ title }: RoomProps<'news'>) {
  const t = useT('news');
  return (
    <MembersOnly title={title} text={t('news.visitor')}>
      <NewsPage />
    </MembersOnly>
  );
}
