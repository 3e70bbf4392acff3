import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Meta } from '#web/ui/meta.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { ActionStatus } from '../model/message-types.ts';
import styles from './message.module.css';

/** Layout of a message in a list. `children` are its actions. Stateless, because the bell’s template uses it too. */
export function MessageRow({
  id,
  isUnread,
  className,
  content,
  facts,
  children,
}: {
  /** Id of the text, for `aria-describedby`. */
  id?: string;
  isUnread: boolean;
  className?: string | false | undefined;
  content: ReactNode;
  /** Facts below the text. */
  facts: ReactNode;
  children: ReactNode;
}) {
  const t = useT('inbox');
  return (
    <li tabIndex={-1} className={classNames(styles.msg, className)}>
      <StatusDot {...(isUnread ? { kind: 'act' } : { form: 'full' })} />
      <div className={styles.body}>
        <div id={id} className={styles.say} data-say="">
          {isUnread && <span className="hide">{t('inbox.unread_mark')} </span>}
          {content}
        </div>
        <Meta>{facts}</Meta>
      </div>
      <div className={styles.actions} data-actions="">
        {children}
      </div>
    </li>
  );
}

/** The outcome of an invitation or application. */
export function Verdict({ of }: { of: ActionStatus }) {
  const t = useT('inbox');
  const texts: Record<ActionStatus, string> = {
    accepted: t('inbox.accepted'),
    declined: t('inbox.declined'),
    withdrawn: t('inbox.withdrawn'),
    expired: t('inbox.expired'),
  };
  return (
    <span className={classNames(styles.verdict, of === 'accepted' && styles.agreed)} data-verdict={of}>
      {texts[of]}
    </span>
  );
}
