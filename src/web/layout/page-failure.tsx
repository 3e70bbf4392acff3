import { lazy, type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { onReturn } from '../boot/returning.ts';
import { useT } from '../i18n/i18n.tsx';
import { ButtonLink, ReloadLink } from '../ui/button.tsx';
import { LazyBoundary } from '../ui/lazy-boundary.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { SkipLink } from './bars.tsx';
import { Brand } from './brand.tsx';
import header from './header.module.css';
import styles from './page-failure.module.css';

const FailureReport = lazy(() => import('./failure-report.tsx').then((m) => ({ default: m.FailureReport })));

/** What stands in place of a page that does not exist, or that failed, where nothing stands around it. */
export function PageFailure({ error }: { error: unknown }) {
  return (
    <PlainPage>
      <FailedPage error={error} />
    </PlainPage>
  );
}

/** The same inside of what stands around a page. Boundaries end here: one that throws leaves the page empty without script. */
export function FailedPage({ error }: { error: unknown }) {
  const t = useT();
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />;
  const isBusy = isRouteErrorResponse(error) && (error.status === 503 || error.status === 429);
  return (
    <>
      <title>{isBusy ? t('common.busy_title') : t('common.failure_title')}</title>
      <Failure busy={isBusy} />
    </>
  );
}

/** A page with nothing around it but the way home: where the usual head is missing, or would ask too much. */
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

/** A page that does not exist, with its title where no loader has given one. */
export function MissingPage() {
  const t = useT();
  return (
    <>
      <title>{t('common.not_found_title')}</title>
      <NotFound />
    </>
  );
}

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
      <ButtonLink kind="primary" to="/">
        {t('common.back_home')}
      </ButtonLink>
    </div>
  );
}

function Failure({ busy }: { busy: boolean }) {
  const t = useT();
  const isAwake = useHydrated();
  // The page may have failed only because the reader was leaving it: browsers then abort its pending requests.
  useEffect(() => onReturn(() => location.reload()), []);
  return (
    <div className={styles.state} role="alert">
      <h1>{busy ? t('common.busy_title') : t('common.failure_title')}</h1>
      <p className="soft">{busy ? t('common.busy_text') : t('common.failure_text')}</p>
      <div className={styles.actions}>
        <ReloadLink kind="primary">{t('common.load_again')}</ReloadLink>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
      {isAwake && !busy && (
        <LazyBoundary>
          <FailureReport />
        </LazyBoundary>
      )}
    </div>
  );
}
