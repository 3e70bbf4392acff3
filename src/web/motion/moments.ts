import type { MomentKind } from './moment.ts';
import { isStill } from './still.ts';

type Marked = (HTMLElement | SVGElement) & { dataset: { moment: string } };

/** How far each moment was when this page last showed it. */
const reached = new Map<string, number>();
const marked = () => [...document.querySelectorAll<Marked>('[data-moment]')];
const kindOf = ({ dataset }: Marked) => dataset.moment.split(' ')[0] as MomentKind;
const reachedBy = ({ dataset }: Marked) => Number(dataset.reached);

function remember(elements: readonly Marked[]): void {
  for (const element of elements) {
    const name = element.dataset.moment;
    reached.set(name, Math.max(reached.get(name) ?? 0, reachedBy(element)));
  }
}

/** Call before the page shows its newer version. Returns the function to call afterwards. */
export function beforeMoments(): () => Promise<void> {
  const before = marked();
  remember(before);
  // Loaded while the newer version is shown, so that it doesn’t appear first and moves later.
  const loading = before.length > 0 && !isStill() ? import('./play-moment.ts').catch(() => null) : null;
  return async () => {
    const now = marked();
    const happened = now.filter((element) => reachedBy(element) > (reached.get(element.dataset.moment) ?? 0));
    remember(now);
    // A vote that is decided also publishes a chapter. It is one event.
    const element = happened.find((shown) => kindOf(shown) === 'strands') ?? happened[0];
    if (element && !document.hidden) (await loading)?.playMoment(kindOf(element), element);
  };
}
