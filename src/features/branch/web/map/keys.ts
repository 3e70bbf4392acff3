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

/** Where an arrow key leads in a drawing that runs to the right, or down. */
export function stepOfKey(key: string, tall: boolean): MapStep | undefined {
  return (tall ? DOWNWARDS : RIGHTWARDS)[key];
}
