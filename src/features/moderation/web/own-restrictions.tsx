import { to } from '#core/pages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import type { RestrictionView } from '../contract-cases.ts';
import { AppealActions, AppealPanel } from './appeal-state.tsx';
import styles from './decisions.module.css';
import { RestrictionSummary } from './restriction-facts.tsx';
import { useOwnRestrictions } from './use-own-restrictions.ts';

/** Decisions about the user and their work, newest first, with the actions for each. Needs a `QueryProvider`. */
export function OwnRestrictions() {
  const { data } = useOwnRestrictions();
  return data && data.length > 0 ? <Restrictions restrictions={data} /> : null;
}

/** A separate component, so that its texts are only loaded if there are decisions. */
function Restrictions({ restrictions }: { restrictions: readonly RestrictionView[] }) {
  const t = useT('decisions', 'report');
  const find = useFind('decisions');
  return (
    <Section id="decisions" title={t('decisions.title')}>
      <ul className={styles.list}>
        {restrictions.map((restriction) => (
          <li key={restriction.id}>
            <h3>
              {find(`decision.${restriction.action}`)}{' '}
              {restriction.liftedAt && <Badge kind="ok">{t('decisions.lifted')}</Badge>}
            </h3>
            <RestrictionSummary restriction={restriction} />
            <AppealPanel restriction={restriction} />
            <AppealActions restriction={restriction} small>
              <Link to={to.reasons({ number: restriction.number })}>{t('decisions.statement')}</Link>
            </AppealActions>
          </li>
        ))}
      </ul>
    </Section>
  );
}
