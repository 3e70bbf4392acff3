import { arrangeWide, DEPTH_RULES, type Depth, type Shown, type Space } from './arrange.ts';
import type { Scene } from './scene.ts';
import { fittingScale, leastScale } from './view.ts';

/** The whole story in a space, as far as it fits: all of it laid out, else from afar. */
export function arrangeWhole(shown: Shown, space: Space): { depth: Depth; scale: number; scene: Scene } {
  // A story that must be wound up at this depth would be larger than any screen.
  if (shown.tree.nodes.length <= DEPTH_RULES.whole.maxVisible) {
    const scene = arrangeWide(shown, 'whole', space);
    const scale = fittingScale(scene, space);
    if (scale >= leastScale('whole')) return { depth: 'whole', scale, scene };
  }
  const scene = arrangeWide(shown, 'far', space);
  return { depth: 'far', scale: Math.max(leastScale('far'), fittingScale(scene, space)), scene };
}
