import { arrangeWide, DEPTH_RULES, type Depth, type Shown, type Space } from './arrange.ts';
import type { Scene } from './scene.ts';
import { fittingScale, leastScale } from './view.ts';

/** Lays out the whole story for a space: at the depth `whole` if it fits, else at `far`. */
export function arrangeWhole(shown: Shown, space: Space): { depth: Depth; scale: number; scene: Scene } {
  // A story that has to be collapsed at this depth would be larger than any screen.
  if (shown.tree.nodes.length <= DEPTH_RULES.whole.maxVisible) {
    const scene = arrangeWide(shown, 'whole', space);
    const scale = fittingScale(scene, space);
    if (scale >= leastScale('whole')) return { depth: 'whole', scale, scene };
  }
  const scene = arrangeWide(shown, 'far', space);
  return { depth: 'far', scale: Math.max(leastScale('far'), fittingScale(scene, space)), scene };
}
