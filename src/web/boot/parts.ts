import { bindOnceLoaded } from './plain-script.ts';

/** Exports of the script of a part of a page. */
interface PartScript {
  bind: (part: HTMLElement) => void;
}

const loads = new WeakMap<HTMLElement, () => Promise<boolean>>();

/**
 * Loads the scripts of parts such as “Continue reading” on the home page (`data-part-script`), for readers who may have
 * something there: members, and with `data-for="readers"` those who have read something. Before the first paint, because
 * for them it’s the first thing on the page. Without its script a part is hidden, until it can be loaded.
 */
export function prepareParts(): void {
  const { dataset } = document.documentElement;
  for (const part of document.querySelectorAll<HTMLElement>('[data-part-script]'))
    if ('member' in dataset || (part.dataset.for === 'readers' && 'reading' in dataset)) void prepare(part);
}

async function prepare(part: HTMLElement): Promise<void> {
  const load =
    loads.get(part) ?? bindOnceLoaded<PartScript>(part, part.dataset.partScript ?? '', ({ bind }) => bind(part));
  loads.set(part, load);
  part.hidden = !(await load());
  if (part.hidden) addEventListener('online', () => void prepare(part), { once: true });
}
