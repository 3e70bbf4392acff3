import { useEffect, useState } from 'react';
import { type Card, drawCard } from './draw-card.ts';

/** The picture of a card: being drawn, drawn, or failed. */
export type CardPicture =
  | { state: 'drawing' | 'failed'; url: null; blob: null }
  | { state: 'drawn'; url: string; blob: Blob };

const DRAWING: CardPicture = { state: 'drawing', url: null, blob: null };
const FAILED: CardPicture = { state: 'failed', url: null, blob: null };

/** Draws a card, and again when it changes. `redraw` tries again after a failure. */
export function useCardPicture(card: Card | null): { picture: CardPicture; redraw: () => void } {
  const [picture, setPicture] = useState<CardPicture>(DRAWING);
  const [attempt, setAttempt] = useState(0);
  // The same words are the same picture.
  const key = JSON.stringify(card);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt draws the same card
  useEffect(() => {
    const drawn = JSON.parse(key) as Card | null;
    if (!drawn) return;
    let url: string | null = null;
    let isGone = false;
    const draw = async () => {
      const blob = await drawCard(drawn);
      if (isGone) return;
      url = URL.createObjectURL(blob);
      setPicture({ state: 'drawn', url, blob });
    };
    draw().catch(() => !isGone && setPicture(FAILED));
    return () => {
      isGone = true;
      setPicture(DRAWING);
      if (url) URL.revokeObjectURL(url);
    };
  }, [key, attempt]);
  return { picture, redraw: () => setAttempt((before) => before + 1) };
}
