import { type ReactNode, Suspense } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { later } from '#web/ui/later.tsx';
import type { RestrictionAction } from '../model/restriction.ts';
import { AppealActions, AppealPanel } from './appeal-state.tsx';
import styles from './decisions.module.css';
import { RestrictionSummary } from './restriction-facts.tsx';
import { useOwnRestrictions } from './use-own-restrictions.ts';

const RestrictedContent = later(() => import('./restricted-content.tsx').then((m) => m.RestrictedContent));

interface Props {
  action: RestrictionAction;
  subjectId: string;
  /** Other actions of the author. */
  actions?: ReactNode;
  /** The work itself, if its page doesn’t show it. */
  work?: ReactNode;
  /** For moderators, if the work isn’t restricted but hidden for another reason. */
  undecided?: ReactNode;
}

/** On the page of a restricted work, for its author and moderators: the decision, and what they can do. */
export function WorkRestriction(props: Props) {
  return (
    <QueryProvider>
      <Decided {...props} />
    </QueryProvider>
  );
}

function Decided({ action, subjectId, actions, work, undecided }: Props) {
  const { data: own } = useOwnRestrictions();
  const { data: me } = useMe();
  const restriction = own?.find((one) => one.action === action && one.subjectId === subjectId && one.liftedAt === null);
  if (restriction) return <Line restriction={restriction} actions={actions} work={work} />;
  if (!own || !me || me.roles.length === 0) return null;
  return (
    <Suspense>
      <RestrictedContent action={action} targetId={subjectId} work={work} undecided={undecided} />
    </Suspense>
  );
}

/** A separate component, so that its texts are only loaded for those who see it. */
function Line({
  restriction,
  actions,
  work,
}: {
  restriction: Parameters<typeof RestrictionSummary>[0]['restriction'];
  actions: ReactNode;
  work: ReactNode;
}) {
  const t = useT('decisions');
  return (
    <>
      <section className={styles.line}>
        <p>{t('decisions.only_you')}</p>
        <RestrictionSummary restriction={restriction} />
        <AppealPanel restriction={restriction} />
        <AppealActions restriction={restriction}>{actions}</AppealActions>
      </section>
      {work}
    </>
  );
}
