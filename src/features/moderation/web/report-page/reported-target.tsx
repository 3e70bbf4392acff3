import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { publicReportApi, type ReportedTarget } from '../../contract-public-reports.ts';
import { reportedPlace } from '../../model/reported-address.ts';
import styles from './report-page.module.css';

/** Shows what the typed address leads to. Problems with it are only shown at the field, when the report is sent. */
export function FoundTarget({ url }: { url: string }) {
  const address = useDeferredValue(url.trim());
  const place = reportedPlace(address, new URL(location.href));
  const { data } = useQuery({
    queryKey: ['report', 'target', address],
    queryFn: () => call(publicReportApi.target, { url: address }),
    enabled: typeof place === 'object',
    retry: false,
  });
  return (
    <div className={styles.found} role="status">
      {data && <TargetLine target={data} />}
    </div>
  );
}

/** The title of what is reported, and what it is. */
export function TargetLine({ target: { kind, title, language, storyTitle } }: { target: ReportedTarget }) {
  const t = useT('report_page');
  return (
    <p>
      <b lang={language ? LANGUAGE_TAGS[language] : undefined}>{title}</b>
      <br />
      <span className="small soft">{t('report_page.kind', { kind, story: storyTitle ?? '' })}</span>
    </p>
  );
}
