import type { Language } from '#core/languages.ts';
import type { Card } from './draw-card.ts';

/** What is shared: a page, and what its card shows. */
export interface Shared {
  /** The title that is sent with the link. */
  readonly title: string;
  /** Null if there is no card, for example because the text is hidden. */
  readonly card: Omit<Card, 'site'> | null;
}

/** A text that the reader has selected on the page, with its language (`reader/web/aids/selecting.ts`). */
export interface Selected {
  readonly text: string;
  readonly language: Language;
}
