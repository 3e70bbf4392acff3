import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { CookieBar, PhoneNotice, SkipLink } from './bars.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** Layout of all pages except those for reading and writing. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <Header />
      <PhoneNotice />
      <main id="main" className="wrap">
        {children}
      </main>
      <Footer />
      <CookieBar />
    </>
  );
}
