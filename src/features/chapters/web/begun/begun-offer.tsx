import { useEffect, useRef } from 'react';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useChapterForms } from '../saving/use-chapter-forms.ts';
import styles from './begun.module.css';
import { type BegunWords, forgetBegun } from './begun-words.ts';
import { takeBegun } from './take-begun.ts';

interface Props {
  words: BegunWords;
  memberId: string;
  /** The place that the editor was opened for. Null if nothing can be written there. */
  place: { storyId: string; parentChapterId: string | null } | null;
  onDecided: () => void;
}

/**
 * Offers a new member the words that were written in this browser before they had an account. If nothing can be written
 * here, the member can use them after another chapter or in a new story.
 */
export function BegunOffer({ words, memberId, place, onDecided }: Props) {
  const t = useT('chapters');
  const forms = useChapterForms();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const use = () => {
    if (!place) return;
    takeBegun(words, { ...place, memberId }, forms);
    onDecided();
  };
  const discard = () => {
    forgetBegun();
    onDecided();
  };
  return (
    <main id="main" className="wrap">
      <div className={styles.desk}>
        <h1 ref={heading} tabIndex={-1}>
          {t('chapters.begun_title')}
        </h1>
        <p className={styles.words}>{words.text}</p>
        <p>{place ? t('chapters.begun_use_says') : t('chapters.begun_gone')}</p>
        <div className={styles.acts}>
          {place ? (
            <Button kind="primary" onClick={use}>
              {t('chapters.begun_use')}
            </Button>
          ) : (
            <>
              <ButtonLink kind="primary" to={to.story({ storyId: words.storyId })}>
                {t('chapters.begun_other_place')}
              </ButtonLink>
              <ButtonLink to={to.editStory({ new: 1 })}>{t('chapters.begun_own_story')}</ButtonLink>
            </>
          )}
          <Button onClick={onDecided}>{t('chapters.begun_later')}</Button>
          <Button kind="bare" onClick={discard}>
            {t('chapters.begun_discard')}
          </Button>
        </div>
      </div>
    </main>
  );
}
