import { groupFills } from '#web/page/page-slot.tsx';
import { FEATURES } from './features.ts';

const fills = await Promise.all(FEATURES.flatMap((feature) => feature.fills ?? []).map((load) => load()));

/** Everything that features show in the slots of documents. Only on the server. */
export const FILLS = groupFills(fills.flat());

/** Returns the paths of the calls that the features in the slots of a page send first for members. */
export function asksOn(page: string): readonly string[] {
  const onPage = [...FILLS].filter(([slot]) => slot.startsWith(`${page}.`));
  return onPage.flatMap(([, fills]) => fills.flatMap(({ asks }) => asks));
}
