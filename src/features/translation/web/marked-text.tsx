import { createElement, Fragment, type ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import { Inlines } from '#features/chapters/web/prose.tsx';
import compare from '#features/chapters/web/room/compare.module.css';
import { markedChanges } from '../model/marked-changes.ts';
import { parseMarked } from '../model/marked-text.ts';

/** A paragraph whose marks are written out, as it reads. */
export function MarkedText({ text }: { text: string }): ReactNode {
  return <Inlines pieces={parseMarked(text)} />;
}

export function MarkedNew({ text }: { text: string }) {
  return (
    <ins className={compare.fresh}>
      <MarkedText text={text} />
    </ins>
  );
}

export function MarkedGone({ text }: { text: string }) {
  return (
    <del className={compare.gone}>
      <MarkedText text={text} />
    </del>
  );
}

/** What was then and what is now in one text: struck is gone, underlined is new. */
export function MarkedChanges({
  before,
  now,
  language,
}: {
  before: string;
  now: string;
  language: Language;
}): ReactNode {
  const parts = markedChanges(before, now, language).map(({ side, pieces }) => {
    const words = <Inlines key={null} pieces={pieces} />;
    if (side === 'both') return words;
    return side === 'a' ? (
      <del key={null} className={compare.gone}>
        {words}
      </del>
    ) : (
      <ins key={null} className={compare.fresh}>
        {words}
      </ins>
    );
  });
  // Pieces of one text never change places while they are shown, so they need no keys.
  return createElement(Fragment, null, ...parts);
}
