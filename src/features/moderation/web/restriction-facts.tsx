import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { Time } from '#web/ui/time.tsx';
import type { RestrictionView } from '../contract-cases.ts';
import { useCountryName } from './countries.tsx';
import styles from './decisions.module.css';
import { restrictedPageOf } from './restricted-page.ts';

/** Shows a decision as its subject sees it: the action, the rule, the work, the reason and the end (product §10). */
export function RestrictionSummary({ restriction }: { restriction: RestrictionView }) {
  const t = useT('decisions', 'report');
  const find = useFind('report');
  const { action, rule, law, country, reason, excerpt, title, titleLanguage, decidedAt, until } = restriction;
  const countryName = useCountryName();
  const page = restrictedPageOf(restriction);
  const lang = titleLanguage ? LANGUAGE_TAGS[titleLanguage] : undefined;
  const isAccount = action === 'suspend' || action === 'ban';
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('decisions.rule')}</dt>
        <dd>
          <Link to={to.agreement({ type: 'user' })}>{find(`rule.${rule}`)}</Link>
        </dd>
        {law && country && (
          <>
            <dt>{t('decisions.law')}</dt>
            <dd>
              {find(`law.${law}`)} ({countryName(country)})
            </dd>
          </>
        )}
        <dt>{t('decisions.reason')}</dt>
        <dd>{reason}</dd>
        {!isAccount && (
          <>
            <dt>{t('decisions.where')}</dt>
            <dd>
              {page ? (
                <Link className={styles.title} to={page} lang={lang}>
                  {title}
                </Link>
              ) : (
                <span className={styles.title} lang={lang}>
                  {title}
                </span>
              )}
            </dd>
          </>
        )}
        <dt>{t('decisions.since')}</dt>
        <dd>
          <Time at={decidedAt} kind="moment" />
        </dd>
        {until && (
          <>
            <dt>{t('decisions.until')}</dt>
            <dd>
              <Time at={until} kind="moment" />
            </dd>
          </>
        )}
        <dt>{t('decisions.found')}</dt>
        <dd>{t('decisions.found_by', { found: restriction.foundBy ?? '' })}</dd>
        <dt>{t('decisions.automated')}</dt>
        <dd>{restriction.automated ? t('decisions.yes') : t('decisions.no')}</dd>
      </dl>
      {excerpt && <blockquote className={styles.passage}>{excerpt}</blockquote>}
    </>
  );
}
