import type { ReactNode } from 'react';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import type { RestrictionAction } from '../model/restriction.ts';
import { AppealActs, AppealState } from './appeal-state.tsx';
import styles from './decisions.module.css';
import { RestrictionFacts } from './restriction-facts.tsx';
import { useOwnRestrictions } from './use-own-restrictions.ts';

interface Props {
  action: RestrictionAction;
  subjectId: string;
  /** What else its author can do. */
  acts?: ReactNode;
}

/** On the page of a work that was taken away, for whose it is: what was decided, why, and how to appeal. */
export function WorkRestriction(props: Props) {
  return (
    <QueryProvider>
      <Decided {...props} />
    </QueryProvider>
  );
}

function Decided({ action, subjectId, acts }: Props) {
  const { data } = useOwnRestrictions();
  const restriction = data?.find(
    (one) => one.action === action && one.subjectId === subjectId && one.liftedAt === null,
  );
  return restriction ? <Line restriction={restriction} acts={acts} /> : null;
}

/** Apart from who sees it, so that its words are fetched for them alone. */
function Line({
  restriction,
  acts,
}: {
  restriction: Parameters<typeof RestrictionFacts>[0]['restriction'];
  acts: ReactNode;
}) {
  const t = useT('decisions');
  return (
    <section className={styles.line}>
      <p>{t('decisions.only_you')}</p>
      <RestrictionFacts restriction={restriction} />
      <AppealState restriction={restriction} />
      <AppealActs restriction={restriction}>{acts}</AppealActs>
    </section>
  );
}
