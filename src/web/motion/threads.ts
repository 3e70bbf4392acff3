import { MOMENT } from './still.ts';

/** How long one of several threads runs, in ms. They start one after the other. */
const RUN = 420;

/** The timing of an animation, which has no effect on layout and presses. `id` distinguishes it from others. */
const timing = (duration: number, delay = 0): KeyframeAnimationOptions => ({
  id: 'moment',
  duration,
  delay,
  easing: 'ease-in-out',
  fill: 'backwards',
});

/** Lets threads run from their start to their end. */
export function runThreads(threads: readonly SVGGeometryElement[]): Animation[] {
  const step = threads.length > 1 ? (MOMENT - RUN) / (threads.length - 1) : 0;
  return threads.map((thread, i) => {
    const delay = Math.round(step * i);
    // Its own dashes show the twist of a thick thread. They appear with it.
    if (thread.hasAttribute('stroke-dasharray')) return thread.animate({ opacity: [0, 0, 0.3] }, timing(RUN, delay));
    const length = Math.ceil(thread.getTotalLength());
    const dashes = `${length} ${length}`;
    const frames = { strokeDasharray: [dashes, dashes], strokeDashoffset: [length, 0] };
    return thread.animate(frames, timing(RUN, delay));
  });
}

/** Shows knots once the threads have reached them. */
export function tieKnots(knots: readonly SVGElement[]): Animation[] {
  return knots.map((knot) => knot.animate({ opacity: [0, 0, 1], offset: [0, 0.6, 1] }, timing(MOMENT)));
}

/** The dye of a drawn thread. */
export const dyeOf = (drawing: Element): string | null => {
  const thread = drawing.querySelector('line');
  return thread && getComputedStyle(thread).stroke;
};

/** Changes the dye of a drawn thread, from its first knot on. */
export function changeDye(drawing: Element, before: string): void {
  const after = dyeOf(drawing);
  if (after === null || after === before) return;
  // The knots are drawn after the thread. The first one is where the dye changes.
  const [first, ...others] = [...drawing.querySelectorAll<SVGElement>('circle')];
  const parts = [...(first ? [first] : []), ...drawing.querySelectorAll<SVGElement>('line'), ...others];
  for (const [i, part] of parts.entries()) {
    const delay = Math.round(((MOMENT - RUN) * i) / parts.length);
    const style = getComputedStyle(part);
    for (const name of ['stroke', 'fill'] as const)
      if (style[name] === after) part.animate({ [name]: [before, after] }, timing(RUN, delay));
  }
}
