import { useId } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { openingOf } from '../../model/card/card-text.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../../model/card/lay-out-card.ts';
import styles from './share-sheet.module.css';
import type { ShownCard } from './use-card.ts';

/** Shows a card as it will be saved or sent, and lets the reader choose its text. */
export function CardView({ card, picture, redraw, quotes }: ShownCard) {
  const t = useT('share');
  const name = useId();
  const words = [card.label, openingOf(card.text, card.language), card.title, card.author, card.fact, card.story];
  return (
    <>
      <div className={styles.card}>
        {picture.state === 'drawn' && (
          <img
            src={picture.url}
            width={CARD_WIDTH}
            height={CARD_HEIGHT}
            alt={t('share.card_alt', { words: words.filter(Boolean).join(' · ') })}
          />
        )}
        {picture.state === 'failed' && (
          <div role="alert">
            <p>{t('share.card_failed')}</p>
            <Button small onClick={redraw}>
              {t('common.load_again')}
            </Button>
          </div>
        )}
      </div>
      {quotes && (
        <fieldset className={styles.quotes}>
          <legend>{t('share.on_card')}</legend>
          {([true, false] as const).map((isSelected) => (
            <label key={String(isSelected)}>
              <input
                type="radio"
                name={name}
                checked={quotes.quotesSelected === isSelected}
                onChange={() => quotes.quoteSelected(isSelected)}
              />
              {isSelected ? t('share.selected') : t('share.opening')}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
