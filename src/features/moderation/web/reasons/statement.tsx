import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import type { RestrictionView } from '../../contract-cases.ts';
import { AppealActions, AppealPanel } from '../appeal-state.tsx';
import { useCountryName } from '../countries.tsx';
import { restrictedPageOf } from '../restricted-page.ts';
import { useLawName, useRuleName } from '../words.ts';
import styles from './statement.module.css';

/** All that a decision is based on, and what its subject can do (Digital Services Act, article 17). */
export function Statement({ decision }: { decision: RestrictionView }) {
  const t = useT('reasons', 'report', 'decisions');
  const { action, title, number, decidedAt, liftedAt, excerpt, reason, foundBy } = decision;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('reasons.decided'), <Decided key="decided" decision={decision} />],
    [t('reasons.passage'), excerpt ? <blockquote key="passage">{excerpt}</blockquote> : t('reasons.no_passage')],
    [t('reasons.ground'), <Ground key="ground" decision={decision} />],
    [t('reasons.facts'), reason || t('reasons.no_facts')],
    [t('reasons.found'), t('reasons.found_by', { found: foundBy ?? '' })],
    [t('reasons.who'), t('reasons.who_text')],
  ];
  return (
    <article className={styles.page}>
      <Meta>
        <span>{t('reasons.title')}</span>
        <Time at={decidedAt} kind="long" />
        <span className={styles.number}>{number}</span>
      </Meta>
      <h1>{t('reasons.heading', { action, title })}</h1>
      {liftedAt && (
        <p>
          <Badge kind="ok">{t('decisions.lifted')}</Badge>
        </p>
      )}
      <dl className={styles.list}>
        {rows.map(([name, said]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      <WaysOut decision={decision} />
    </article>
  );
}

function Decided({ decision: { action, until } }: { decision: RestrictionView }) {
  const t = useT('reasons');
  return (
    <>
      {t('reasons.decided_text', { action })}{' '}
      {until && (
        <Sentence id="reasons.until" parts={['reasons']} wraps={{ date: () => <Time at={until} kind="moment" /> }} />
      )}
    </>
  );
}

/** The rule and the law. A rule that only says “another” adds nothing to a law. */
function Ground({ decision: { rule, law, country } }: { decision: RestrictionView }) {
  const t = useT('reasons', 'report');
  const ruleName = useRuleName();
  const lawName = useLawName();
  const countryName = useCountryName();
  return (
    <>
      {(law === null || rule !== 'other') && (
        <p>
          <b>{t('reasons.our_rule')}</b> <Link to={to.agreement({ type: 'user' })}>{ruleName(rule)}</Link>
        </p>
      )}
      {law && (
        <p>
          <b>{t('reasons.the_law')}</b> {lawName(law)}
          {country && ` (${countryName(country)})`}
        </p>
      )}
    </>
  );
}

function WaysOut({ decision }: { decision: RestrictionView }) {
  const t = useT('reasons');
  const page = restrictedPageOf(decision);
  return (
    <section className={styles.ways}>
      <h2>{t('reasons.ways')}</h2>
      <ol className={styles.how}>
        <li>
          <Sentence
            id="reasons.way_appeal"
            parts={['reasons']}
            wraps={{ b: (text) => <b>{text}</b>, date: () => <Time at={decision.appealUntil} kind="long" /> }}
          />
        </li>
        <li>
          <Sentence id="reasons.way_body" parts={['reasons']} wraps={{ b: (text) => <b>{text}</b> }} />
        </li>
        <li>
          <Sentence id="reasons.way_court" parts={['reasons']} wraps={{ b: (text) => <b>{text}</b> }} />
        </li>
      </ol>
      <AppealPanel restriction={decision} />
      <AppealActions restriction={decision}>
        {page && <ButtonLink to={page}>{t('reasons.see_work')}</ButtonLink>}
      </AppealActions>
    </section>
  );
}
