import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import styles from './account.module.css';
import type { MailRequest } from './use-mail-request.ts';

/** An error message with an optional action. */
export function Failure({ text, children }: { text: string | null; children?: ReactNode }) {
  if (text === null) return null;
  return (
    <Banner kind="danger" {...(children ? { action: children } : {})}>
      {text}
    </Banner>
  );
}

/** Three steps: done, current and next. */
export function MailSteps({ steps }: { steps: [done: string, now: string, then: string] }) {
  const t = useT('accounts');
  return (
    <ol className={styles.steps} aria-label={t('accounts.step_of', { step: 2, count: steps.length })}>
      <li className={styles.done}>
        <StatusDot form="full" kind="act" />
        <span>{steps[0]}</span>
      </li>
      <li aria-current="step">
        <StatusDot form="here" kind="act" />
        <b>{steps[1]}</b>
      </li>
      <li>
        <StatusDot />
        <span>{steps[2]}</span>
      </li>
    </ol>
  );
}

/** Button that sends an email again. Counts down if one was requested less than a minute ago. */
export function SendAgain({
  request,
  onSend,
  label,
  ...look
}: {
  request: MailRequest;
  /** Without it the button submits its form, which doesn’t submit during the countdown. */
  onSend?: () => void;
  label?: string;
  kind?: 'primary';
  small?: boolean;
}) {
  const t = useT('accounts');
  const isWaiting = request.left > 0;
  return (
    <Button
      {...look}
      type={onSend ? 'button' : 'submit'}
      aria-disabled={isWaiting || undefined}
      busy={request.busy}
      onClick={() => !isWaiting && onSend?.()}
    >
      {isWaiting ? t('accounts.send_again_in', { seconds: request.left }) : (label ?? t('accounts.send_again'))}
    </Button>
  );
}
