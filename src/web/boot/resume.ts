import { bindOnceLoaded } from './plain-script.ts';

/** Exports of the script of "Continue reading". */
interface ResumeScript {
  bindResume: (part: HTMLElement) => void;
}

let load: (() => Promise<boolean>) | undefined;

/**
 * Loads the script of "Continue reading" on the home page, for readers who may have something to continue. Before the first
 * paint, because for them it's the first thing on the page. Without the script nothing is shown, until it can be loaded.
 */
export async function prepareResume(): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-resume]');
  const { dataset } = document.documentElement;
  if (!part || !('member' in dataset || 'reading' in dataset)) return;
  load ??= bindOnceLoaded<ResumeScript>(part, part.dataset.resume ?? '', ({ bindResume }) => bindResume(part));
  part.hidden = !(await load());
  if (part.hidden) addEventListener('online', () => void prepareResume(), { once: true });
}
