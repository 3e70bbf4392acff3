import { type ReactNode, useState } from 'react';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Time } from '#web/ui/time.tsx';
import type { RestrictionView } from '../contract-cases.ts';
import { AppealDialog } from './appeal-dialog.tsx';
import styles from './decisions.module.css';

/** The button to appeal, if that is possible. Other actions are beside it. */
export function AppealActions({
  restriction: { id, appeal, appealUntil, liftedAt },
  token = null,
  small = false,
  children,
}: {
  restriction: RestrictionView;
  /** Token of a suspended or banned member, who has no session. */
  token?: string | null;
  small?: boolean;
  children?: ReactNode;
}) {
  const t = useT('decisions');
  const [open, setOpen] = useState(false);
  const mayAppeal = appeal === null && liftedAt === null && Date.parse(appealUntil) > Date.now();
  return (
    <>
      {(mayAppeal || children) && (
        <div className={styles.actions}>
          {mayAppeal && (
            <Button {...(small ? { small } : { kind: 'primary' as const })} onClick={() => setOpen(true)}>
              {t('decisions.appeal')}
            </Button>
          )}
          {children}
        </div>
      )}
      {mayAppeal && (
        <p className="small soft">
          <Sentence
            id="decisions.appeal_how"
            wraps={{ date: () => <Time at={appealUntil} kind="long" /> }}
            parts={['decisions']}
          />
        </p>
      )}
      {open && <AppealDialog restrictionId={id} token={token} onClose={() => setOpen(false)} />}
    </>
  );
}

const STATES = {
  open: 'decisions.appeal_open',
  granted: 'decisions.appeal_granted',
  upheld: 'decisions.appeal_upheld',
} as const;

/** Shows the state of the appeal. */
export function AppealPanel({ restriction: { appeal } }: { restriction: RestrictionView }) {
  if (!appeal) return null;
  return (
    <div className={styles.appeal} role="status">
      <p>
        <Sentence
          id={STATES[appeal.state]}
          wraps={{ date: () => <Time at={appeal.createdAt} kind="long" /> }}
          parts={['decisions']}
        />
      </p>
      {appeal.answer && <blockquote className={styles.passage}>{appeal.answer}</blockquote>}
    </div>
  );
}
