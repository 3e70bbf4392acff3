import { useMemo } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import type { HitAreaTexts } from '../../model/map/words.ts';
import { choiceName } from '../choice-name.ts';

/** Returns the texts at the knots and groups of the drawing. */
export function useHitAreaLabels(): HitAreaTexts {
  const t = useT('branch');
  const language = useLanguage();
  return useMemo(() => {
    const numbers = new Intl.NumberFormat(LANGUAGE_TAGS[language]);
    return {
      choice: ({ item: { kind, node, parent } }) => {
        // A group after its own first chapter is labeled there.
        if (kind === 'group' && parent?.node === node) return '';
        return choiceName(t, node.chapter);
      },
      title: ({ item: { node } }) => {
        const { number, title } = node.chapter;
        return title === null ? '' : t('common.numbered_title', { number, title });
      },
      count: ({ item: { count } }) => numbers.format(count),
    };
  }, [t, language]);
}
