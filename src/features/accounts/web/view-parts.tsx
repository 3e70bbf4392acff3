import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import styles from './account.module.css';
import type { MailRequest } from './use-mail-request.ts';

/** The sentence of what went wrong, with the way on below it. */
export function Failure({ text, children }: { text: string | null; children?: ReactNode }) {
  if (text === null) return null;
  return (
    <Banner kind="danger" {...(children ? { action: children } : {})}>
      {text}
    </Banner>
  );
}

/** Three knots along a thread: what is done, what comes now, what comes then. */
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

/** Sends a mail once more; counts down while one was asked for a moment ago. */
export function SendAgain({
  request,
  onSend,
  label,
  ...look
}: {
  request: MailRequest;
  /** Without it the button submits its form, which does not send while it has to wait. */
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
