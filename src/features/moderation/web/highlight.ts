import type { Mark } from '../model/screening/marks.ts';

/** A piece of a text, with the number of the mark that it made, from 0. */
export interface HighlightPiece {
  text: string;
  mark: number | null;
}

export interface MarkedParagraph {
  pieces: HighlightPiece[];
  /** Marks that are first met in this paragraph. */
  begins: number[];
}

export interface HighlightedText {
  field: string;
  paragraphs: MarkedParagraph[];
}

/** A mark with where it stands; `paragraph` counts from 1 and is null when it is about the whole. */
export interface PlacedMark extends Mark {
  paragraph: number | null;
}

interface Hit {
  from: number;
  to: number;
  mark: Mark;
}

function hitsIn(text: string, marks: readonly Mark[]): Hit[] {
  const hits: Hit[] = [];
  for (const mark of marks) {
    for (const excerpt of mark.excerpts) {
      if (excerpt === '') continue;
      for (let at = text.indexOf(excerpt); at >= 0; at = text.indexOf(excerpt, at + excerpt.length))
        hits.push({ from: at, to: at + excerpt.length, mark });
    }
  }
  // Where two overlap the first one stands, the longer before the shorter.
  hits.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return hits.filter((hit) => {
    if (hit.from < end) return false;
    end = hit.to;
    return true;
  });
}

/**
 * The texts of a submission with the words that the pre-review marked, and its marks numbered as they are met in reading.
 * An excerpt may run over several paragraphs; marks whose words are not found come last.
 */
export function highlight(
  texts: readonly { field: string; text: string }[],
  marks: readonly Mark[],
): { texts: HighlightedText[]; marks: PlacedMark[] } {
  const order: Mark[] = [];
  const places = new Map<Mark, number>();
  const numberOf = (mark: Mark): number => {
    if (!order.includes(mark)) order.push(mark);
    return order.indexOf(mark);
  };
  const marked = texts.map(({ field, text }): HighlightedText => {
    const hits = hitsIn(
      text,
      marks.filter((mark) => mark.field === field),
    );
    let start = 0;
    const paragraphs = text.split(/\n{2,}/).map((paragraph, i): MarkedParagraph => {
      const from = text.indexOf(paragraph, start);
      const to = from + paragraph.length;
      start = to;
      const pieces: HighlightPiece[] = [];
      const begins: number[] = [];
      let at = from;
      for (const hit of hits) {
        const [first, last] = [Math.max(hit.from, from), Math.min(hit.to, to)];
        if (first >= last) continue;
        const isNew = !order.includes(hit.mark);
        const number = numberOf(hit.mark);
        if (isNew) {
          begins.push(number);
          places.set(hit.mark, i + 1);
        }
        if (first > at) pieces.push({ text: text.slice(at, first), mark: null });
        pieces.push({ text: text.slice(first, last), mark: number });
        at = last;
      }
      if (at < to || pieces.length === 0) pieces.push({ text: text.slice(at, to), mark: null });
      return { pieces, begins };
    });
    return { field, paragraphs };
  });
  for (const mark of marks) numberOf(mark);
  return { texts: marked, marks: order.map((mark) => ({ ...mark, paragraph: places.get(mark) ?? null })) };
}
