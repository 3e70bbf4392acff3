import { useState } from 'react';
import { useSite } from '#web/ui/use-site.ts';
import type { Card } from './draw-card.ts';
import type { Selected, Shared } from './shared.ts';
import { type CardPicture, useCardPicture } from './use-card-picture.ts';

export interface ShownCard {
  card: Card;
  picture: CardPicture;
  redraw: () => void;
  /** Which text is on the card. Null if there is no choice. */
  quotes: { quotesSelected: boolean; quoteSelected: (is: boolean) => void } | null;
}

/** The card of what is shared, with the text that the reader has chosen for it. Null if there is no card. */
export function useCard(given: Shared['card'], selected: Selected | null): ShownCard | null {
  const { name } = useSite();
  const [quotesSelected, quoteSelected] = useState(selected !== null);
  const quote = quotesSelected && selected ? selected : {};
  const card = given && { ...given, ...quote, site: `${name} · ${location.host}` };
  const { picture, redraw } = useCardPicture(card);
  return card && { card, picture, redraw, quotes: selected && { quotesSelected, quoteSelected } };
}
