import { type Ref, useEffect } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { CheckState, HumanCheck } from './human-check.ts';
import styles from './person-check.module.css';

interface Props {
  check: HumanCheck;
  state: CheckState;
  /** False while the fields above are incomplete. Keeps its space. */
  due: boolean;
  /** The message that asks for the check after the form was submitted without it. */
  error?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * The human check: a button that solves a sum, which is fetched as soon as it is due. Shows the progress, and becomes a
 * button again after a failure. It remains the same element, so that it keeps the focus.
 */
export function PersonCheck({ check, state, due, error, ref }: Props) {
  const t = useT('accounts');
  const { phase, progress } = state;
  useEffect(() => {
    if (due && phase === 'idle') void check.prepare();
  }, [due, phase, check]);
  if (phase === 'not_asked') return null;
  const isWaiting = phase === 'idle' || phase === 'fetching';
  if (isWaiting || (!due && phase !== 'running' && phase !== 'done')) {
    return (
      <div className={classNames(styles.person, styles.later)}>
        <StatusDot />
        <span>
          <b>{t('accounts.check')}</b>
          <span className={styles.small}>{t('accounts.check_later')}</span>
        </span>
      </div>
    );
  }
  const isRunning = phase === 'running';
  const isDone = phase === 'done';
  const hasFailed = phase === 'failed';
  const runningText = progress === null ? 'accounts.check_running_outside' : 'accounts.check_running_text';
  const wrong = hasFailed ? t('accounts.check_failed') : phase === 'ready' ? error : undefined;
  const title = isDone ? t('accounts.check_done') : isRunning ? t('accounts.check_running') : t('accounts.check');
  return (
    <div className={styles.asked}>
      <button
        type="button"
        ref={ref}
        aria-disabled={isRunning || isDone || undefined}
        className={classNames(styles.person, isDone && styles.done, wrong && styles.wrong)}
        onClick={() => !isRunning && !isDone && void check.answer().catch(() => {})}
      >
        <StatusDot
          {...(isDone ? { form: 'full', kind: 'ok' } : isRunning ? { kind: 'act' } : hasFailed ? { kind: 'bad' } : {})}
        />
        <span>
          <b>{title}</b>
          {/* Keeps its space when it is done, so that the button below doesn’t move under a finger. */}
          <span className={classNames(styles.small, isDone && styles.kept)}>
            {isRunning || isDone ? t(runningText) : t('accounts.check_press')}
          </span>
        </span>
        {isRunning && <progress className={styles.spool} max={1} value={progress ?? undefined} aria-label={title} />}
      </button>
      <p className="hide" role="status">
        {isRunning || isDone ? title : ''}
      </p>
      <p role="alert" className={styles.error}>
        {wrong}
      </p>
    </div>
  );
}
