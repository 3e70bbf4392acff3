import { groupFills } from '#web/page/page-slot.tsx';
import { FEATURES } from './features.ts';

const fills = await Promise.all(FEATURES.flatMap((feature) => feature.fills ?? []).map((load) => load()));

/** Everything that features show in the slots of documents. Only on the server. */
export const FILLS = groupFills(fills.flat());

const asks = Map.groupBy(fills.flat(), ({ slot }) => slot.split('.')[0]);

/** Returns the paths of the calls that the features in the slots of a page send first for members. */
export function asksOn(page: string): readonly string[] {
  return (asks.get(page) ?? []).flatMap((fill) => fill.asks);
}
