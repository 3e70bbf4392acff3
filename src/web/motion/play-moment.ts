import type { MomentKind } from './moment.ts';
import { runThreads, tieKnots } from './threads.ts';

/** Plays a moment on an element of the page. */
export function playMoment(kind: MomentKind, element: Element): void {
  if (kind === 'strands') tieStrands(element);
  else if (element instanceof HTMLImageElement) void spinCover(element);
}

/** The strands run into their knot. */
function tieStrands(drawing: Element): void {
  runThreads([...drawing.querySelectorAll<SVGGeometryElement>(':is(path, line)')]);
  tieKnots([...drawing.querySelectorAll<SVGElement>('circle')]);
}

/** Loads a drawn cover as elements. Null for an uploaded one, or if it can’t be loaded. */
function loadDrawing(url: string): Promise<SVGElement | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.onloadend = () => {
      const root = request.status === 200 ? request.responseXML?.documentElement : null;
      resolve(root instanceof SVGElement ? document.importNode(root, true) : null);
    };
    request.send();
  });
}

/**
 * A cover spins its thread once: its drawing is laid over the picture, and removed at the end. It lets presses through
 * and changes no layout. An uploaded cover has no thread, and stays as it is.
 */
async function spinCover(cover: HTMLImageElement): Promise<void> {
  const drawing = await loadDrawing(cover.src);
  const box = cover.getBoundingClientRect();
  if (!drawing || !cover.isConnected || box.bottom < 0 || box.top > innerHeight) return;
  drawing.ariaHidden = 'true';
  Object.assign(drawing.style, {
    position: 'absolute',
    left: `${box.left + scrollX}px`,
    top: `${box.top + scrollY}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    borderRadius: getComputedStyle(cover).borderRadius,
    pointerEvents: 'none',
  });
  document.body.append(drawing);
  const threads = [...drawing.querySelectorAll<SVGGeometryElement>('g[stroke-linejoin] path')];
  await Promise.allSettled(runThreads(threads).map(({ finished }) => finished));
  drawing.remove();
}
