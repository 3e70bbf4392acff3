import { createElement, Fragment, type ReactNode } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { Block, ChapterDocument, DocumentMark, Inline } from '../model/document.ts';
import styles from './prose.module.css';

/** Renders a chapter’s document for server and browser, without loading an editor. */
export function Prose({ document, language }: { document: ChapterDocument; language: Language }) {
  return (
    <article className={styles.prose} lang={LANGUAGE_TAGS[language]}>
      <Blocks blocks={document.content} />
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
          <Inlines pieces={block.content} />
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

/** Text with its marks, without a block element. */
export function Inlines({ pieces = [] }: { pieces?: readonly Inline[] | undefined }): ReactNode {
  return sequence(
    pieces.map((piece) =>
      piece.type === 'hardBreak' ? (
        <br key={null} />
      ) : (
        (piece.marks ?? []).reduceRight<ReactNode>((content, mark) => marks(mark, content), piece.text)
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
