import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { useChapterForms } from '../saving/use-chapter-forms.ts';
import styles from './begun.module.css';
import { type BegunWords, forgetBegun } from './begun-words.ts';
import { takeBegun } from './take-begun.ts';

interface Props {
  words: BegunWords;
  storyId: string;
  memberId: string;
  onDecided: () => void;
}

/** Offers words from before an account as the beginning of the first chapter of a new story. */
export function BegunForStory({ words, storyId, memberId, onDecided }: Props) {
  const t = useT('chapters');
  const forms = useChapterForms();
  const use = () => {
    takeBegun(words, { memberId, storyId, parentChapterId: null }, forms);
    onDecided();
  };
  const discard = () => {
    forgetBegun();
    onDecided();
  };
  return (
    <section className={styles.desk}>
      <h2>{t('chapters.begun_title')}</h2>
      <p className={styles.words}>{words.text}</p>
      <p>{t('chapters.begun_first_says')}</p>
      <div className={styles.acts}>
        <Button kind="primary" onClick={use}>
          {t('chapters.begun_use')}
        </Button>
        <Button onClick={onDecided}>{t('chapters.begun_later')}</Button>
        <Button kind="bare" onClick={discard}>
          {t('chapters.begun_discard')}
        </Button>
      </div>
    </section>
  );
}
