import { createElement, Fragment, type ReactNode, use } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { Block, ChapterDocument, DocumentMark, Inline } from '../model/document.ts';
import { HyphenateContext, Hyphenators } from './hyphenation.ts';
import styles from './prose.module.css';

/** Renders a chapter’s document for server and browser, without loading an editor. */
export function Prose({ document, language }: { document: ChapterDocument; language: Language }) {
  const hyphenate = use(Hyphenators).get(language);
  const content = <Blocks blocks={document.content} />;
  return (
    <article className={styles.prose} lang={LANGUAGE_TAGS[language]}>
      {hyphenate ? <HyphenateContext value={hyphenate}>{content}</HyphenateContext> : content}
    </article>
  );
}

/** Joins parts of a text. They are never reordered, so they need no keys. */
function sequence(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

function Blocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return sequence(blocks.map((block) => <BlockElement key={null} block={block} />));
}

function BlockElement({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Lines pieces={block.content} />
        </p>
      );
    case 'heading': {
      const Level = block.attrs.level === 2 ? 'h2' : 'h3';
      return (
        <Level>
          <Inlines pieces={block.content} />
        </Level>
      );
    }
    case 'blockquote':
      return (
        <blockquote>
          <Blocks blocks={block.content} />
        </blockquote>
      );
    case 'horizontalRule':
      return <hr />;
    default: {
      const List = block.type === 'bulletList' ? 'ul' : 'ol';
      return (
        <List>
          {sequence(
            block.content.map((item) => (
              <li key={null}>
                <Blocks blocks={item.content} />
              </li>
            )),
          )}
        </List>
      );
    }
  }
}

/**
 * The text of a paragraph. If its author has broken lines, as in verse, each is an element, so that readers can tell a
 * wrapped line from a new one.
 */
function Lines({ pieces = [] }: { pieces?: readonly Inline[] | undefined }): ReactNode {
  const ends = pieces.flatMap(({ type }, i) => (type === 'hardBreak' ? [i + 1] : []));
  if (ends.length === 0) return <Inlines pieces={pieces} />;
  return sequence(
    [...ends, pieces.length].map((end, i) => (
      <span key={null} className={styles.line}>
        <Inlines pieces={pieces.slice(ends[i - 1] ?? 0, end)} />
      </span>
    )),
  );
}

/** Text with its marks, without a block element. */
export function Inlines({ pieces = [] }: { pieces?: readonly Inline[] | undefined }): ReactNode {
  const hyphenate = use(HyphenateContext);
  return sequence(
    pieces.map((piece) =>
      piece.type === 'hardBreak' ? (
        <br key={null} />
      ) : (
        (piece.marks ?? []).reduceRight<ReactNode>((content, mark) => marks(mark, content), hyphenate(piece.text))
      ),
    ),
  );
}

function marks(mark: DocumentMark, content: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{content}</strong>;
    case 'italic':
      return <em>{content}</em>;
    case 'strike':
      return <s>{content}</s>;
    case 'link':
      return (
        <a href={mark.attrs.href} rel="nofollow ugc noopener">
          {content}
        </a>
      );
  }
}
