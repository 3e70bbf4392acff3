import type { MouseEvent } from 'react';
import type { PlainKey } from '#core/messages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import styles from './report-page.module.css';
import type { ReportField, ReportFormState } from './use-report-form.ts';

/** What each field is for, in the order of the form. */
const FIELDS: readonly (readonly [field: ReportField, label: PlainKey])[] = [
  ['url', 'report_page.missing_url'],
  ['passage', 'report_page.passage'],
  ['ground', 'report_page.step_why'],
  ['rule', 'report_page.which_rule'],
  ['law', 'report_page.which_law'],
  ['country', 'report_page.which_country'],
  ['detail', 'report_page.detail'],
  ['name', 'report_page.name'],
  ['email', 'report_page.email'],
  ['accurate', 'report_page.missing_accurate'],
];

/** Lists what is missing or wrong after an attempt to send the report, if it is more than one thing. */
export function MissingBox({ state: { form, isTried } }: { state: ReportFormState }) {
  const t = useT('report_page');
  const wrong = isTried ? FIELDS.filter(([field]) => form.fields.of(field).error !== undefined) : [];
  if (wrong.length < 2) return null;
  const go = (event: MouseEvent, field: ReportField) => {
    event.preventDefault();
    document.getElementById(`report-${field}`)?.focus();
  };
  return (
    <div className={styles.missing} role="alert">
      <h2>{t('report_page.missing', { count: wrong.length })}</h2>
      <ul>
        {wrong.map(([field, label]) => (
          <li key={field}>
            <a href={`#report-${field}`} onClick={(event) => go(event, field)}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
