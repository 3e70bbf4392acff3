import type { MapStep } from '../../model/map/walk.ts';

const RIGHTWARDS: Record<string, MapStep> = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowUp: 'before',
  ArrowDown: 'after',
};
const DOWNWARDS: Record<string, MapStep> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};

/** Returns where an arrow key leads in a drawing that runs down (`tall`) or to the right. */
export function stepOfKey(key: string, tall: boolean): MapStep | undefined {
  return (tall ? DOWNWARDS : RIGHTWARDS)[key];
}
