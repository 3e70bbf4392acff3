import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from './bars.tsx';
import { Footer } from './footer.tsx';

/** Layout of the review of one translation. The page has its own bar, as all editors do. */
export function ReviewingLayout({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <SkipLink label={t('common.skip')} />
      {children}
      <Footer />
    </>
  );
}
