import { type Ref, useEffect } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { CheckState, HumanCheck } from './human-check.ts';
import styles from './person-check.module.css';

interface Props {
  check: HumanCheck;
  state: CheckState;
  /** False while the lines above are not complete; its place is kept. */
  due: boolean;
  /** The sentence that asks for it, when the form was sent without. */
  error?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * "I am a person": a press solves a sum, which is fetched as soon as it is due. It says where it stands, and becomes a
 * button again when it failed. It stays one element from the press on, so that the focus stays where it is.
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
          {!isDone && <span className={styles.small}>{isRunning ? t(runningText) : t('accounts.check_press')}</span>}
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
