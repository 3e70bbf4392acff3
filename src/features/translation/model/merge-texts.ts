import { type AlignedGroup, alignments } from './alignment.ts';
import { FIELD_NAMES, type FieldName } from './source-parts.ts';
import type { TranslatedParagraph, TranslationText } from './working-text.ts';

/** What a version has in one place: its paragraphs, and the parts that it leaves out there. */
interface Stand {
  paragraphs: TranslatedParagraph[];
  leftOut: string[];
}

/** A place that both sides have changed. */
export type TextClash =
  | { field: FieldName; mine: string; theirs: string }
  | { field: null; keys: string[]; mine: Stand; theirs: Stand };

export interface MergedText {
  /** Includes the changes of each side. If both have changed a place, it has mine. */
  text: TranslationText;
  clashes: TextClash[];
}

type Place = AlignedGroup<TranslatedParagraph>;

/** Maps each paragraph and source key to its place. Those that belong together in any version share one place. */
function placesOf(versions: readonly TranslationText[]): (of: TranslatedParagraph | string) => Place {
  const sources = new Set(
    versions.flatMap(({ paragraphs, leftOut }) => [
      ...paragraphs.flatMap((paragraph) => paragraph.sources),
      ...leftOut,
    ]),
  );
  const places = new Map<TranslatedParagraph | string, Place>();
  for (const place of alignments([...sources], ...versions.map(({ paragraphs }) => paragraphs)))
    for (const member of [...place.sources, ...place.targets]) places.set(member, place);
  return (of) => places.get(of)!;
}

type Stands = Map<Place, Stand>;

function standsOf(text: TranslationText, placeOf: ReturnType<typeof placesOf>): Stands {
  const stands: Stands = new Map();
  const standOf = (place: Place) => {
    const known = stands.get(place) ?? { paragraphs: [], leftOut: [] };
    stands.set(place, known);
    return known;
  };
  for (const paragraph of text.paragraphs) standOf(placeOf(paragraph)).paragraphs.push(paragraph);
  for (const source of text.leftOut) standOf(placeOf(source)).leftOut.push(source);
  return stands;
}

/** Differences in white space don’t count as changes. */
const folded = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Compares without ids, because two windows give the same words different ones. */
const keyOf = (stand: Stand | undefined) =>
  JSON.stringify([
    (stand?.paragraphs ?? [])
      .filter(({ text }) => text.trim() !== '')
      .map(({ sources, text }) => [[...sources].sort(), folded(text)]),
    [...(stand?.leftOut ?? [])].sort(),
  ]);

/**
 * Replaces what the text has in one place. The new paragraphs go where the first old one was, otherwise after the one
 * that they follow in `order`.
 */
function withStand(
  text: TranslationText,
  from: Stand | undefined,
  to: Stand | undefined,
  order: readonly TranslatedParagraph[],
): TranslationText {
  const own = new Set(from?.paragraphs.map(({ id }) => id));
  const next = to?.paragraphs ?? [];
  const first = order.findIndex(({ id }) => id === next[0]?.id);
  const present = new Set(text.paragraphs.map(({ id }) => id));
  const before = order.slice(0, Math.max(0, first)).findLast(({ id }) => present.has(id) && !own.has(id));
  const rest = text.paragraphs.filter(({ id }) => !own.has(id));
  const stood = text.paragraphs.findIndex(({ id }) => own.has(id));
  const behind = before ? rest.findIndex(({ id }) => id === before.id) + 1 : 0;
  const dropped = new Set(from?.leftOut);
  return {
    ...text,
    paragraphs: rest.toSpliced(stood >= 0 ? stood : behind, 0, ...next),
    leftOut: [...text.leftOut.filter((key) => !dropped.has(key)), ...(to?.leftOut ?? [])],
  };
}

/**
 * Merges two changed versions of a text, place by place. Places that both sides have changed are returned as clashes.
 */
export function mergeTexts(base: TranslationText, mine: TranslationText, theirs: TranslationText): MergedText {
  const clashes: TextClash[] = [];
  let text = mine;
  for (const field of FIELD_NAMES) {
    const [was, here, there] = [base, mine, theirs].map((version) => folded(version.fields[field]));
    if (there === was || there === here) continue;
    if (here === was) text = { ...text, fields: { ...text.fields, [field]: theirs.fields[field] } };
    else clashes.push({ field, mine: mine.fields[field], theirs: theirs.fields[field] });
  }
  const placeOf = placesOf([base, mine, theirs]);
  const [was, here, there] = [base, mine, theirs].map((version) => standsOf(version, placeOf)) as [
    Stands,
    Stands,
    Stands,
  ];
  for (const place of new Set([...there.keys(), ...was.keys()])) {
    const keys = [was, here, there].map((stands) => keyOf(stands.get(place)));
    if (keys[2] === keys[0] || keys[2] === keys[1]) continue;
    const [own, other] = [here.get(place), there.get(place)];
    if (keys[1] === keys[0]) text = withStand(text, own, other, theirs.paragraphs);
    else {
      const nothing: Stand = { paragraphs: [], leftOut: [] };
      const stands = [own ?? nothing, other ?? nothing] as const;
      const sources = stands.flatMap(({ paragraphs, leftOut }) => [
        ...paragraphs.flatMap((paragraph) => paragraph.sources),
        ...leftOut,
      ]);
      clashes.push({ field: null, keys: [...new Set(sources)], mine: stands[0], theirs: stands[1] });
    }
  }
  return { text, clashes };
}

/** Resolves a clash with the other side’s version. */
export function takeTheirs(text: TranslationText, clash: TextClash, theirs: TranslationText): TranslationText {
  if (clash.field) return { ...text, fields: { ...text.fields, [clash.field]: clash.theirs } };
  // Also replaces what was written in this place since the merge.
  const ids = new Set(clash.mine.paragraphs.map(({ id }) => id));
  const keys = new Set(clash.keys);
  const now: Stand = {
    paragraphs: text.paragraphs.filter(({ id, sources }) => ids.has(id) || sources.some((key) => keys.has(key))),
    leftOut: text.leftOut.filter((key) => keys.has(key)),
  };
  return withStand(text, now, clash.theirs, theirs.paragraphs);
}

/** The text of one side of a clash. */
export function sayingOf(side: string | Stand): string {
  return typeof side === 'string' ? side : side.paragraphs.map(({ text }) => text).join('\n\n');
}
