import { Outlet } from 'react-router';
import { useAddress } from '#web/navigation/use-address.ts';
import { useT } from '../i18n/i18n.tsx';
import { SkipLink } from './bars.tsx';
import { Footer } from './footer.tsx';
import SiteLayout from './site.tsx';

/** The queue of reviewers is a page like others; one translation of it (`?id=`) brings its own bar, as texts in hand do. */
export default function ReviewingLayout() {
  const t = useT();
  const { query } = useAddress();
  if (!query.get('id')) return <SiteLayout />;
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <Outlet />
      <Footer />
    </>
  );
}
