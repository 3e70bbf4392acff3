import type { ReactNode } from 'react';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './report-page.module.css';

/** The page to report something: the form, and beside it what happens then. */
export function ReportFrame({ children }: { children: ReactNode }) {
  const t = useT('report_page');
  return (
    <>
      <header className={styles.top}>
        <h1>{t('report_page.title')}</h1>
        <p className="soft">{t('report_page.lead')}</p>
      </header>
      <div className={styles.page}>
        {children}
        <aside className={styles.beside}>
          <h2>{t('report_page.next')}</h2>
          <ol className={styles.how}>
            <li>{t('report_page.next_1')}</li>
            <li>{t('report_page.next_2')}</li>
            <li>{t('report_page.next_3')}</li>
          </ol>
          <p className="small soft">{t('report_page.one_reason')}</p>
          <h2>{t('report_page.members')}</h2>
          <p className="small">{t('report_page.members_text', { report: t('common.report') })}</p>
          <h2>{t('report_page.authorities')}</h2>
          <p className="small">
            <ToContact id="report_page.authorities_text" />
          </p>
        </aside>
      </div>
    </>
  );
}

/** A sentence with the address of the people who run the site. */
export function ToContact({
  id,
}: {
  id: 'report_page.authorities_text' | 'report_page.needs_script' | 'report_page.sent_text';
}) {
  const { contact } = useSite();
  const wraps = { contact: () => <a href={`mailto:${contact}`}>{contact}</a> };
  return <Sentence id={id} parts={['report_page']} wraps={wraps} />;
}

/** What the page shows until its script runs. */
export function ReportWaiting() {
  return (
    <ReportFrame>
      <div>
        <noscript>
          <p>
            <ToContact id="report_page.needs_script" />
          </p>
        </noscript>
      </div>
    </ReportFrame>
  );
}
