import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { ButtonLink, ReloadLink } from '#web/ui/button.tsx';
import { SkipLink } from './bars.tsx';
import { Brand } from './brand.tsx';
import header from './header.module.css';
import styles from './page-failure.module.css';

/** A page with only a link to the home page around it, where the usual header is missing or would need too much. */
export function PlainPage({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <header className={header.head}>
        <div className="wrap">
          <Brand />
        </div>
      </header>
      <main id="main" className="wrap">
        {children}
      </main>
    </>
  );
}

/** Says that this page doesn't exist. */
export function NotFound() {
  const t = useT();
  return (
    <div className={styles.state}>
      <svg className={styles.thread} viewBox="0 0 320 90" aria-hidden="true">
        <path d="M2 60c60 0 70-44 118-44s44 58 88 58" />
        <path className={styles.loose} d="M208 74c30 0 38-20 62-20 20 0 26 8 48 8" />
      </svg>
      <h1>{t('common.not_found_title')}</h1>
      <p className="soft">{t('common.not_found_text')}</p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" to="/">
          {t('common.back_home')}
        </ButtonLink>
        <ButtonLink to={to.search({})}>{t('common.search')}</ButtonLink>
        <ButtonLink kind="bare" to={to.report()}>
          {t('common.give_notice')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Says that this page failed, or that the site is too busy for it. `title` is the page’s own sentence for both. */
export function Failure({ busy, title }: { busy: boolean; title?: string }) {
  const t = useT();
  return (
    <div className={styles.state} role="alert" data-failed="">
      <h1>{title ?? t(busy ? 'common.busy_title' : 'common.failure_title')}</h1>
      <p className="soft">{busy ? t('common.busy_text') : t('common.failure_text')}</p>
      <div className={styles.actions}>
        <ReloadLink kind="primary">{t('common.load_again')}</ReloadLink>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
      {!busy && <Slot name="failure-report" props={{}} />}
    </div>
  );
}
