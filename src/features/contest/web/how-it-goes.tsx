import type { ReactNode } from 'react';
import { lengthUnit } from '#core/languages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import styles from './how-it-goes.module.css';
import { useDuration } from './use-words.ts';

/** “How a round works”: its three steps, with the numbers of this story. */
export function HowItGoes({ story }: { story: StoryView }) {
  const t = useT('contest');
  const duration = useDuration();
  const { contest, minUnits, maxUnits, language } = story;
  if (!contest) return null;
  const wraps = { b: (text: ReactNode) => <b>{text}</b> };
  const parts = ['contest' as const];
  const writing = { time: duration(contest.writingHours), min: minUnits, max: maxUnits, unit: lengthUnit(language) };
  return (
    <section>
      <h2>{t('contest.how')}</h2>
      <ol className={styles.how}>
        <li>
          <Sentence id="contest.how_writing" params={writing} wraps={wraps} parts={parts} />
        </li>
        <li>
          <Sentence
            id="contest.how_voting"
            params={{ time: duration(contest.votingHours) }}
            wraps={wraps}
            parts={parts}
          />
        </li>
        <li>
          <Sentence id="contest.how_result" wraps={wraps} parts={parts} />
        </li>
      </ol>
    </section>
  );
}
