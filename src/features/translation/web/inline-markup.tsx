import type { ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import compare from '#features/chapters/web/editor-page/compare.module.css';
import { WordChanges } from '#features/chapters/web/editor-page/compared-text.tsx';
import { Inlines } from '#features/chapters/web/prose.tsx';
import { markedChanges, withAddresses } from '../model/marked-changes.ts';

/** A paragraph with inline markup, rendered with the addresses of its links. */
export function InlineMarkup({ text }: { text: string }): ReactNode {
  return <Inlines pieces={withAddresses(text)} />;
}

export function MarkedNew({ text }: { text: string }) {
  return (
    <ins className={compare.fresh}>
      <InlineMarkup text={text} />
    </ins>
  );
}

export function MarkedGone({ text }: { text: string }) {
  return (
    <del className={compare.gone}>
      <InlineMarkup text={text} />
    </del>
  );
}

/** Shows the old and the new text in one: deleted words struck through, new ones underlined. */
export function MarkedChanges({
  before,
  now,
  language,
}: {
  before: string;
  now: string;
  language: Language;
}): ReactNode {
  const changes = markedChanges(before, now, language);
  return <WordChanges parts={changes.map(({ side, pieces }) => ({ side, words: <Inlines pieces={pieces} /> }))} />;
}
