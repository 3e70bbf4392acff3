import type { Finding } from '../model/screening/findings.ts';

/** A piece of a text, with the index of its finding, from 0. */
export interface HighlightPiece {
  text: string;
  finding: number | null;
}

export interface MarkedParagraph {
  pieces: HighlightPiece[];
  /** Indexes of the findings that start in this paragraph. */
  begins: number[];
}

export interface HighlightedText {
  field: string;
  paragraphs: MarkedParagraph[];
}

/** A finding with its position. `paragraph` counts from 1, and is null for findings about the whole text. */
export interface PlacedFinding extends Finding {
  paragraph: number | null;
}

interface Hit {
  from: number;
  to: number;
  finding: Finding;
}

function hitsIn(text: string, findings: readonly Finding[]): Hit[] {
  const hits: Hit[] = [];
  for (const finding of findings) {
    for (const excerpt of finding.excerpts) {
      if (excerpt === '') continue;
      for (let at = text.indexOf(excerpt); at >= 0; at = text.indexOf(excerpt, at + excerpt.length))
        hits.push({ from: at, to: at + excerpt.length, finding });
    }
  }
  // If two overlap, the first one wins, and of two at the same place the longer one.
  hits.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return hits.filter((hit) => {
    if (hit.from < end) return false;
    end = hit.to;
    return true;
  });
}

/**
 * Highlights the findings in the texts of a submission, and numbers them in reading order. An excerpt may span several
 * paragraphs. Findings whose words are not in the text come last.
 */
export function highlight(
  texts: readonly { field: string; text: string }[],
  findings: readonly Finding[],
): { texts: HighlightedText[]; findings: PlacedFinding[] } {
  const order: Finding[] = [];
  const places = new Map<Finding, number>();
  const numberOf = (finding: Finding): number => {
    if (!order.includes(finding)) order.push(finding);
    return order.indexOf(finding);
  };
  const marked = texts.map(({ field, text }): HighlightedText => {
    const hits = hitsIn(
      text,
      findings.filter((finding) => finding.field === field),
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
        const isNew = !order.includes(hit.finding);
        const number = numberOf(hit.finding);
        if (isNew) {
          begins.push(number);
          places.set(hit.finding, i + 1);
        }
        if (first > at) pieces.push({ text: text.slice(at, first), finding: null });
        pieces.push({ text: text.slice(first, last), finding: number });
        at = last;
      }
      if (at < to || pieces.length === 0) pieces.push({ text: text.slice(at, to), finding: null });
      return { pieces, begins };
    });
    return { field, paragraphs };
  });
  for (const finding of findings) numberOf(finding);
  return { texts: marked, findings: order.map((finding) => ({ ...finding, paragraph: places.get(finding) ?? null })) };
}
