import { useEffect, useRef } from 'react';
import { to } from '#core/pages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Time } from '#web/ui/time.tsx';
import { useCountryName } from '../countries.tsx';
import { ToContact } from './report-frame.tsx';
import styles from './report-page.module.css';
import { TargetLine } from './reported-target.tsx';
import type { SentReport } from './sent-report.ts';

/** Says that the report has arrived. It can’t be looked up later: the number is for emails. */
export function ReportSent({ receipt, ground, email, onAgain }: SentReport & { onAgain: () => void }) {
  const t = useT('report_page', 'report');
  const find = useFind('report');
  const countryName = useCountryName();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const { rule, law, country } = ground;
  const why =
    law && country
      ? t('report_page.law_of', { law: find(`law.${law}`) ?? '', country: countryName(country) })
      : find(`rule.${rule}`);
  const { number } = receipt;
  return (
    <div className={styles.sent}>
      <h1 ref={heading} tabIndex={-1}>
        {t('report_page.sent_title')}
      </h1>
      <p className={styles.lead}>
        {email ? t('report_page.sent_lead', { number, email }) : t('report_page.sent_lead_nameless', { number })}
      </p>
      <dl className={styles.facts}>
        <dt>{t('report_page.about')}</dt>
        <dd>
          <TargetLine target={receipt.target} />
        </dd>
        <dt>{t('report_page.because')}</dt>
        <dd>{why}</dd>
        <dt>{t('report_page.sent_at')}</dt>
        <dd>
          <Time at={receipt.sentAt} kind="moment" />
        </dd>
      </dl>
      {email && (
        <p>
          <ToContact id="report_page.sent_text" />
        </p>
      )}
      <div className={styles.acts}>
        <ButtonLink to={to.home()}>{t('common.back_home')}</ButtonLink>
        <Button kind="bare" onClick={onAgain}>
          {t('report_page.again')}
        </Button>
      </div>
    </div>
  );
}
