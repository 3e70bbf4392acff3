import { useEffect, useRef } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { forgetRestriction, type Restriction } from '#features/accounts/web/restriction.ts';
import { TextsAndYou } from '#features/accounts/web/texts-and-you.tsx';
import { QueryProvider } from '#web/api/query.tsx';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import type { RestrictionView } from '../contract-cases.ts';
import { AppealActions, AppealPanel } from './appeal-state.tsx';
import styles from './decisions.module.css';
import { RestrictionSummary } from './restriction-facts.tsx';
import { useOwnRestrictions } from './use-own-restrictions.ts';

/** Replaces the home page for suspended and banned members: the decision, the reason, the end, and what they can do. */
export function RestrictedAccount({ note }: { note: Restriction }) {
  return (
    <QueryProvider>
      <Screen restriction={note} />
    </QueryProvider>
  );
}

/** The decision in force: a ban, or the suspension that ends last. */
function inForce(restrictions: readonly RestrictionView[] | undefined, until: string | null): RestrictionView | null {
  const action = until === null ? 'ban' : 'suspend';
  return restrictions?.find((one) => one.action === action && one.liftedAt === null) ?? null;
}

function Screen({ restriction }: { restriction: Restriction }) {
  const t = useT('accounts', 'decisions', 'report');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const { until: untilTime, appealToken } = restriction;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const until = untilTime === null ? null : new Date(untilTime);
  const moment = until?.toLocaleString(tag, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
  const title = until
    ? t('accounts.suspended_until', { date: until.toLocaleDateString(tag, { dateStyle: 'long' }) })
    : t('accounts.closed');
  return (
    <div className={styles.closed}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{moment ? t('accounts.suspended_text', { moment }) : t('accounts.closed_text')}</p>
      {appealToken ? <Decided restriction={restriction} token={appealToken} /> : <Told restriction={restriction} />}
      {appealToken && <TextsAndYou token={appealToken} />}
    </div>
  );
}

/** The details from the response that refused the login. */
function Told({ restriction: { rule, reason } }: { restriction: Restriction }) {
  const t = useT('decisions', 'report');
  const find = useFind('report');
  return (
    <>
      <dl className={styles.facts}>
        {rule && (
          <>
            <dt>{t('decisions.rule')}</dt>
            <dd>{find(`rule.${rule}`) ?? rule}</dd>
          </>
        )}
        {reason && (
          <>
            <dt>{t('decisions.reason')}</dt>
            <dd>{reason}</dd>
          </>
        )}
      </dl>
      <div className={styles.actions}>
        <GoOn />
      </div>
    </>
  );
}

/** All details of the decision, and the appeal. */
function Decided({ restriction, token }: { restriction: Restriction; token: string }) {
  const { data } = useOwnRestrictions(token);
  const decision = inForce(data, restriction.until);
  if (!decision) return <Told restriction={restriction} />;
  return (
    <>
      <RestrictionSummary restriction={decision} />
      <AppealPanel restriction={decision} />
      <AppealActions restriction={decision} token={token}>
        <GoOn />
      </AppealActions>
    </>
  );
}

function GoOn() {
  const t = useT('accounts');
  return (
    <Button kind="bare" onClick={forgetRestriction}>
      {t('accounts.go_on_reading')}
    </Button>
  );
}
