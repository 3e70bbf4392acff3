import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import tabs from '#web/ui/tabs.module.css';
import type { Transparency } from '../../contract-transparency.ts';
import { TRANSPARENCY_FILE } from '../../model/transparency.ts';
import { Months } from './months.tsx';
import styles from './transparency-page.module.css';

/** What was reported in a year, and what became of it. */
export function TransparencyPage({ counts }: { counts: Transparency }) {
  const t = useT('transparency');
  const { year, received, byVisitors, acted, passedOn, checked, rejected, appeals, appealsGranted } = counts;
  const tag = LANGUAGE_TAGS[useLanguage()];
  const share = (received === 0 ? 0 : acted / received).toLocaleString(tag, { style: 'percent' });
  return (
    <>
      <header className={styles.top}>
        <h1>{t('transparency.title')}</h1>
        <p className="soft">{t('transparency.lead', { year: String(year), reports: received, passed_on: passedOn })}</p>
      </header>
      <Section title={t('transparency.year')} tabs={<Years counts={counts} />}>
        <dl className={styles.figures}>
          <Figure
            name={t('transparency.reports')}
            value={received}
            note={t('transparency.visitors', { count: byVisitors })}
          />
          <Figure name={t('transparency.acted')} value={acted} note={t('transparency.acted_share', { share })} />
          <Figure name={t('transparency.machine')} value={0} note={t('transparency.machine_note')} />
        </dl>
      </Section>
      <Section title={t('transparency.months')}>
        <Months year={year} months={counts.months} />
      </Section>
      {counts.grounds.length > 0 && (
        <Section title={t('transparency.why')}>
          <Grounds counts={counts} />
        </Section>
      )}
      <Section title={t('transparency.done')}>
        <Actions counts={counts} />
      </Section>
      <Section title={t('transparency.appeals')}>
        <p>{t('transparency.appeals_text', { count: appeals, granted: appealsGranted })}</p>
      </Section>
      <Section title={t('transparency.check')}>
        <p>{t('transparency.check_text', { checked, passed_on: passedOn, rejected })}</p>
      </Section>
      <p className="small soft">
        {t('transparency.counted')}{' '}
        <a href={`${TRANSPARENCY_FILE}?year=${year}`} download>
          {t('transparency.file')}
        </a>
      </p>
    </>
  );
}

function Years({ counts: { year, years } }: { counts: Transparency }) {
  const t = useT('transparency');
  const [newest] = years;
  return (
    <nav className={tabs.tabs} aria-label={t('transparency.years')}>
      {years.map((one) => (
        <Link
          key={one}
          to={to.transparency({ year: one === newest ? null : one })}
          aria-current={one === year ? 'page' : undefined}
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}

function Figure({ name, value, note }: { name: string; value: number; note: ReactNode }) {
  const tag = LANGUAGE_TAGS[useLanguage()];
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value.toLocaleString(tag)}
        <span className={styles.note}>{note}</span>
      </dd>
    </div>
  );
}

function Grounds({ counts: { grounds } }: { counts: Transparency }) {
  const t = useT('transparency', 'report');
  const find = useFind('report');
  const tag = LANGUAGE_TAGS[useLanguage()];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('transparency.ground')}</th>
          <th scope="col" className="num">
            {t('transparency.reports')}
          </th>
          <th scope="col" className="num">
            {t('transparency.acted')}
          </th>
        </tr>
      </thead>
      <tbody>
        {grounds.map(({ rule, law, received, acted }) => (
          <tr key={`${rule} ${law}`}>
            <th scope="row">{law ? find(`law.${law}`) : find(`rule.${rule}`)}</th>
            <td className="num">{received.toLocaleString(tag)}</td>
            <td className="num">{acted.toLocaleString(tag)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ counts: { actions, lifted } }: { counts: Transparency }) {
  const t = useT('transparency', 'decisions');
  const find = useFind('decisions');
  const tag = LANGUAGE_TAGS[useLanguage()];
  if (actions.length === 0) return <p>{t('transparency.nothing')}</p>;
  return (
    <div>
      <dl className={styles.actions}>
        {actions.map(({ action, count }) => (
          <div key={action}>
            <dt>{find(`decision.${action}`)}</dt>
            <dd>{count.toLocaleString(tag)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('transparency.lifted', { count: lifted })}</p>
    </div>
  );
}
