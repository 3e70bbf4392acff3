import { linesOf } from './labels.ts';
import type { HitArea, Scene } from './scene.ts';

/** A line of words in the drawing. */
export interface MapWord {
  readonly kind: 'choice' | 'title' | 'way' | 'count';
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** The number of a group, before its name. */
  readonly lead?: string;
  readonly text: string;
}

/** What is said beside a spot, in the words of the reader's language where there are none of the story's. */
export interface SpotTexts {
  choice: (spot: HitArea) => string;
  title: (spot: HitArea) => string;
  count: (spot: HitArea) => string;
}

const CHOICE_WIDTH = 26;
const TITLE_WIDTH = 32;
const WAY_WIDTH = 34;
const LINE = 18;
const CHOICE_LINES = 2;

/** At the knots that are near: the choice and the chapter, on the side that the thread does not come from. */
export function nearWords(scene: Scene, texts: SpotTexts): MapWord[] {
  const words: MapWord[] = [];
  const taken = new Map<number, number>();
  const bySpot = new Map(scene.spots.map((spot) => [spot.item, spot]));
  for (const spot of [...scene.spots].sort((a, b) => a.y - b.y)) {
    if (spot.item.kind === 'group') {
      words.push(...groupWords(spot, texts));
      continue;
    }
    const rows = [
      ...linesOf(texts.choice(spot), CHOICE_WIDTH, CHOICE_LINES).map((text) => ({ kind: 'choice' as const, text })),
      ...linesOf(texts.title(spot), TITLE_WIDTH, 1).map((text) => ({ kind: 'title' as const, text })),
    ];
    const parent = spot.item.parent && bySpot.get(spot.item.parent);
    const above = !parent || spot.y <= parent.y + 1;
    const lift = spot.height / 2;
    const first = above ? spot.y - lift - 10 - (rows.length - 1) * LINE : spot.y + lift + 22;
    // Where two would lie on each other the lower one is left to the card and the outline.
    const column = spot.item.column;
    if (first - LINE < (taken.get(column) ?? Number.NEGATIVE_INFINITY)) continue;
    taken.set(column, first + (rows.length - 1) * LINE);
    for (const [i, { kind, text }] of rows.entries())
      words.push({ kind, text, x: spot.x + 8, y: first + i * LINE, anchor: 'end' });
  }
  return words;
}

/** From further off: the names of the first ways, and what the groups hold. */
export function wideWords(scene: Scene, texts: SpotTexts): MapWord[] {
  const root = scene.spots[0];
  return scene.spots.flatMap((spot): MapWord[] => {
    if (spot.item.kind === 'group') return groupWords(spot, texts);
    if (!root || spot.item.parent !== root.item) return [];
    const lift = spot.height / 2;
    const y = spot.y <= root.y + 20 ? spot.y - lift - 10 : spot.y + lift + 22;
    return linesOf(texts.choice(spot), WAY_WIDTH, 1).map((text) => ({
      kind: 'way',
      text,
      x: spot.x,
      y,
      anchor: 'middle',
    }));
  });
}

function groupWords(spot: HitArea, texts: SpotTexts): MapWord[] {
  const place = { x: spot.x + spot.width / 2 + 8, y: spot.y + 5, anchor: 'start' as const };
  const [choice = ''] = linesOf(texts.choice(spot), WAY_WIDTH, 1);
  return [{ kind: 'way', lead: texts.count(spot), text: choice, ...place }];
}

/** On narrow screens there is room for the numbers alone. */
export function tallWords(scene: Scene, texts: SpotTexts): MapWord[] {
  return scene.spots
    .filter(({ item }) => item.kind === 'group')
    .map((spot) => ({
      kind: 'count',
      text: texts.count(spot),
      x: spot.x,
      y: spot.y + spot.height / 2 + 15,
      anchor: 'middle',
    }));
}
