import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from './bars.tsx';

/** Layout of editors, which have their own bars. */
export function WritingLayout({ children }: { children: ReactNode }) {
  const t = useT('chapters');
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <noscript>
        <p className="wrap">{t('chapters.needs_script')}</p>
      </noscript>
      {children}
    </>
  );
}
