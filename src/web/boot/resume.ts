import { bindOnceLoaded } from './plain-script.ts';

/** Exports of the script of "Continue reading". */
interface ResumeScript {
  bindResume: (part: HTMLElement) => void;
}

let isPrepared = false;

/** Loads the script of "Continue reading" on the home page, once, for readers who may have something to continue. */
export function prepareResume(): void {
  const part = document.querySelector<HTMLElement>('[data-resume]');
  const { dataset } = document.documentElement;
  if (isPrepared || !part || !('member' in dataset || 'reading' in dataset)) return;
  isPrepared = true;
  void bindOnceLoaded<ResumeScript>(part, part.dataset.resume ?? '', ({ bindResume }) => bindResume(part))();
}
