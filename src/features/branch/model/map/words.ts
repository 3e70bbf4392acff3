import { linesOf } from './labels.ts';
import type { HitArea, Scene } from './scene.ts';

/** A line of text in the drawing. */
export interface MapWord {
  readonly kind: 'choice' | 'title' | 'way' | 'count';
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** The number of chapters in a group, before its name. */
  readonly lead?: string;
  readonly text: string;
}

/** The texts for a hit area, in the reader’s language if the story has none of its own. */
export interface HitAreaTexts {
  choice: (hitArea: HitArea) => string;
  title: (hitArea: HitArea) => string;
  count: (hitArea: HitArea) => string;
}

const CHOICE_WIDTH = 26;
const TITLE_WIDTH = 32;
const WAY_WIDTH = 34;
const LINE = 18;
const CHOICE_LINES = 2;

/** Labels of knots at the near depth: the choice and the chapter, on the side that the thread doesn’t come from. */
export function nearWords(scene: Scene, texts: HitAreaTexts): MapWord[] {
  const words: MapWord[] = [];
  const taken = new Map<number, number>();
  const byItem = new Map(scene.hitAreas.map((hitArea) => [hitArea.item, hitArea]));
  for (const hitArea of [...scene.hitAreas].sort((a, b) => a.y - b.y)) {
    if (hitArea.item.kind === 'group') {
      words.push(...groupWords(hitArea, texts));
      continue;
    }
    const rows = [
      ...linesOf(texts.choice(hitArea), CHOICE_WIDTH, CHOICE_LINES).map((text) => ({ kind: 'choice' as const, text })),
      ...linesOf(texts.title(hitArea), TITLE_WIDTH, 1).map((text) => ({ kind: 'title' as const, text })),
    ];
    const parent = hitArea.item.parent && byItem.get(hitArea.item.parent);
    const above = !parent || hitArea.y <= parent.y + 1;
    const lift = hitArea.height / 2;
    const first = above ? hitArea.y - lift - 10 - (rows.length - 1) * LINE : hitArea.y + lift + 22;
    // If two labels would overlap, the lower one is left out. The card and the outline still show it.
    const column = hitArea.item.column;
    if (first - LINE < (taken.get(column) ?? Number.NEGATIVE_INFINITY)) continue;
    taken.set(column, first + (rows.length - 1) * LINE);
    for (const [i, { kind, text }] of rows.entries())
      words.push({ kind, text, x: hitArea.x + 8, y: first + i * LINE, anchor: 'end' });
  }
  return words;
}

/** Labels at the other depths: the names of the first continuations, and the sizes of groups. */
export function wideWords(scene: Scene, texts: HitAreaTexts): MapWord[] {
  const root = scene.hitAreas[0];
  return scene.hitAreas.flatMap((hitArea): MapWord[] => {
    if (hitArea.item.kind === 'group') return groupWords(hitArea, texts);
    if (!root || hitArea.item.parent !== root.item) return [];
    const lift = hitArea.height / 2;
    const y = hitArea.y <= root.y + 20 ? hitArea.y - lift - 10 : hitArea.y + lift + 22;
    return linesOf(texts.choice(hitArea), WAY_WIDTH, 1).map((text) => ({
      kind: 'way',
      text,
      x: hitArea.x,
      y,
      anchor: 'middle',
    }));
  });
}

function groupWords(hitArea: HitArea, texts: HitAreaTexts): MapWord[] {
  const place = { x: hitArea.x + hitArea.width / 2 + 8, y: hitArea.y + 5, anchor: 'start' as const };
  const [choice = ''] = linesOf(texts.choice(hitArea), WAY_WIDTH, 1);
  return [{ kind: 'way', lead: texts.count(hitArea), text: choice, ...place }];
}

/** On narrow screens there is only room for the numbers. */
export function tallWords(scene: Scene, texts: HitAreaTexts): MapWord[] {
  return scene.hitAreas
    .filter(({ item }) => item.kind === 'group')
    .map((hitArea) => ({
      kind: 'count',
      text: texts.count(hitArea),
      x: hitArea.x,
      y: hitArea.y + hitArea.height / 2 + 15,
      anchor: 'middle',
    }));
}
