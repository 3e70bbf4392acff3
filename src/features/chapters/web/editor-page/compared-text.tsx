import { createElement, Fragment, type ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import { Sentence } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { type DiffPiece, differences } from '../../model/compare-documents.ts';
import styles from './compare.module.css';

/** Joins pieces of one text. They are never reordered, so they need no keys. */
function sequence(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

/** Shows removed and new words in one text: struck through and underlined. */
export function WordChanges({ parts }: { parts: readonly { side: DiffPiece['side']; words: ReactNode }[] }): ReactNode {
  return sequence(
    parts.map(({ side, words }, i) => {
      if (side === 'both') return words;
      return side === 'a' ? (
        <del key={null} className={styles.gone}>
          {words}
        </del>
      ) : (
        <ins key={null} className={classNames(styles.fresh, parts[i - 1]?.side === 'a' && styles.instead)}>
          {words}
        </ins>
      );
    }),
  );
}

/** Shows the changes between two texts without marks. */
export function BothTexts({ before, now, language }: { before: string; now: string; language: Language }): ReactNode {
  const pieces = differences(before, now, language);
  return <WordChanges parts={pieces.map(({ text, side }) => ({ side, words: text }))} />;
}

/** One of two texts, with the words that only it has underlined. */
export function OneText({ pieces, side }: { pieces: readonly DiffPiece[]; side: 'a' | 'b' }): ReactNode {
  return sequence(
    pieces
      .filter((piece) => piece.side === 'both' || piece.side === side)
      .map((piece) =>
        piece.side === 'both' ? (
          piece.text
        ) : (
          <ins key={null} className={styles.fresh}>
            {piece.text}
          </ins>
        ),
      ),
  );
}

/** Explains a kind of line by an example. */
export function LegendLine({ id }: { id: 'chapters.legend_new' | 'chapters.legend_old' | 'chapters.legend_only' }) {
  return (
    <span>
      <Sentence
        id={id}
        parts={['chapters']}
        wraps={{
          ins: (text) => <ins className={styles.fresh}>{text}</ins>,
          del: (text) => <del className={styles.gone}>{text}</del>,
        }}
      />
    </span>
  );
}
