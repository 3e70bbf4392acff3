import type { CheckState, HumanCheck } from '../human-check/human-check.ts';
import type { LoginClasses, LoginTexts } from './login-texts.ts';

/**
 * Shows the state of the human check in the row of `login-template.tsx`. The row is visible if the check is slow or has
 * failed. After a failure, its button runs the check again. Returns a function that unsubscribes from the check.
 */
export function bindPersonRow(
  row: HTMLElement,
  check: HumanCheck,
  { texts, classes }: { texts: LoginTexts; classes: LoginClasses },
): () => void {
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
    button.classList.toggle(classes.done, isDone);
    button.classList.toggle(classes.failed, hasFailed);
    button.toggleAttribute('aria-disabled', false);
    if (isRunning || isDone) button.setAttribute('aria-disabled', 'true');
    for (const name of classes.dotDone) dot!.classList.toggle(name, isDone);
    dot!.classList.toggle(classes.dotRunning, isRunning);
    dot!.classList.toggle(classes.dotFailed, hasFailed);
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
