import { createElement, Fragment, type ReactNode } from 'react';
import type { Inline } from '#features/chapters/model/document.ts';
import type { TranslatedName } from '../../contract-views.ts';
import { parseMarked } from '../../model/inline-markup.ts';
import type { NamePlace } from '../../model/names-in-text.ts';
import styles from './editor.module.css';

type FindNames = (text: string) => NamePlace<TranslatedName>[];

const TAGS = { bold: 'b', italic: 'em', strike: 's' } as const;

/** The pieces of a text never change places while they are shown, so they need no keys. */
function sequence(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

const wordsIn = (piece: Inline) => (piece.type === 'text' ? piece.text : '\n');

function withMarks(piece: Inline, words: ReactNode): ReactNode {
  if (piece.type !== 'text') return words;
  return (piece.marks ?? []).reduce<ReactNode>((inside, mark) => {
    if (mark.type !== 'link') return createElement(TAGS[mark.type], null, inside);
    // Links in the original aren’t clickable here. Their address is in the tooltip.
    return createElement('u', { title: mark.attrs.href }, inside);
  }, words);
}

/** A marked text, with the first match of each glossary term underlined. */
export function MarkedWords({ text, findNames }: { text: string; findNames?: FindNames | undefined }): ReactNode {
  const pieces = parseMarked(text);
  const places = findNames?.(pieces.map(wordsIn).join('')) ?? [];
  let at = 0;
  return sequence(
    pieces.map((piece) => {
      const words = wordsIn(piece);
      const [from, to] = [at, at + words.length];
      at = to;
      const parts: ReactNode[] = [];
      let done = from;
      for (const place of places) {
        const [start, end] = [Math.max(place.from, from), Math.min(place.to, to)];
        if (start >= end) continue;
        parts.push(
          words.slice(done - from, start - from),
          createElement('span', { className: styles.term }, words.slice(start - from, end - from)),
        );
        done = end;
      }
      return withMarks(piece, sequence([...parts, words.slice(done - from)]));
    }),
  );
}
