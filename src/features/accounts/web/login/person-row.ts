import dots from '#web/ui/status-dot.module.css';
import type { CheckState, HumanCheck } from '../human-check/human-check.ts';
import styles from '../human-check/person-check.module.css';
import type { LoginTexts } from './login-texts.ts';

/** Shows how far the check is, in the row of `login-template.tsx`: when it takes long, and as a button when it did not work. */
export function bindPersonRow(row: HTMLElement, check: HumanCheck, texts: LoginTexts): () => void {
  const button = row.querySelector('button')!;
  const [dot, words] = button.querySelectorAll(':scope > span');
  const [title, small] = words!.children;
  const progress = button.querySelector('progress')!;
  const status = row.querySelector('[role=status]')!;
  const alert = row.querySelector('[role=alert]')!;
  const show = ({ phase, progress: done, slow }: CheckState) => {
    const isRunning = phase === 'running';
    const isDone = phase === 'done';
    const hasFailed = phase === 'failed';
    row.hidden = !slow && !hasFailed;
    button.classList.toggle(styles.done!, isDone);
    button.classList.toggle(styles.wrong!, hasFailed);
    button.toggleAttribute('aria-disabled', false);
    if (isRunning || isDone) button.setAttribute('aria-disabled', 'true');
    dot!.classList.toggle(dots.full!, isDone);
    dot!.classList.toggle(dots.ok!, isDone);
    dot!.classList.toggle(dots.act!, isRunning);
    dot!.classList.toggle(dots.bad!, hasFailed);
    const said = isDone ? 'accounts.check_done' : isRunning ? 'accounts.check_running' : 'accounts.check';
    const runs = done === null ? 'accounts.check_running_outside' : 'accounts.check_running_text';
    title!.textContent = texts[said];
    small!.textContent = isDone ? '' : texts[isRunning ? runs : 'accounts.check_press'];
    progress.hidden = !isRunning;
    if (done === null) progress.removeAttribute('value');
    else progress.value = done;
    progress.setAttribute('aria-label', texts[said]);
    status.textContent = isRunning || isDone ? texts[said] : '';
    alert.textContent = hasFailed ? texts['accounts.check_failed'] : '';
  };
  button.addEventListener('click', () => {
    if (!button.hasAttribute('aria-disabled')) check.answer().catch(() => {});
  });
  show(check.snapshot());
  return check.subscribe(() => show(check.snapshot()));
}
