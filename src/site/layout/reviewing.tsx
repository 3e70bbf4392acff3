import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from './bars.tsx';
import { Footer } from './footer.tsx';

/** The review of one translation brings its own bar, as all pages of writing do. */
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
