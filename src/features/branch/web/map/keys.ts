import type { Step } from '../../model/map/walk.ts';

const RIGHTWARDS: Record<string, Step> = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowUp: 'before',
  ArrowDown: 'after',
};
const DOWNWARDS: Record<string, Step> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};

/** Where an arrow key leads in a drawing that runs to the right, or down. */
export function stepOfKey(key: string, tall: boolean): Step | undefined {
  return (tall ? DOWNWARDS : RIGHTWARDS)[key];
}
