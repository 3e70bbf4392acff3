import { to } from '#core/pages.ts';
import type { ChapterHead } from '#features/reader/web/chapter-head.ts';
import { LineEnd } from '#features/reader/web/line-pages.tsx';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { relayApi } from '../contract.ts';
import styles from './chapter-end.module.css';

/** The end of a chapter in a relay. After the last one, it says who writes on and until when, and how to join. */
export function RelayChapterEnd({ chapter }: { chapter: ChapterHead }) {
  const isLast = chapter.next === null && chapter.story.progress !== 'ended';
  return <LineEnd chapter={chapter}>{isLast && <WritesOn storyId={chapter.story.id} />}</LineEnd>;
}

/**
 * Who writes on. It changes more often than the page, so the script of the reading aids loads it when the reader comes
 * near, and fills this pattern (`reader/web/aids/near.ts`).
 */
function WritesOn({ storyId }: { storyId: string }) {
  const t = useT('relay', 'participation');
  const join = `${to.story({ storyId })}#join`;
  return (
    <section className={`${styles.writesOn} no-print`} data-near={`${relayApi.turn.path}?storyId=${storyId}`} hidden>
      <div data-if="current.phase=writing">
        <p className={styles.say} data-if="current.user.id={me}">
          {t('relay.end_yours')}
        </p>
        <p className={styles.say} data-if="!current.user.id={me}">
          {t('relay.end_writing', { name: '{current.user.username}' })}
        </p>
      </div>
      <p className={styles.say} data-if="current.phase=review">
        {t('relay.end_review')}
      </p>
      <p className={styles.say} data-if="!current">
        {t('relay.end_open')}
      </p>
      <p className="soft" data-if="current.deadline">
        <Sentence
          id="times.until"
          params={{ day: '<day></day>' }}
          wraps={{ day: () => <time data-kind="deadline" data-time="current.deadline" /> }}
          parts={['times']}
        />
      </p>
      <p className="soft" data-if="queue">
        {t('relay.then', { names: '{queue.username}' })}
      </p>
      <ButtonLink to={join} data-if="joinPolicy=open">
        {t('participation.join')}
      </ButtonLink>
      <ButtonLink to={join} data-if="joinPolicy=applications">
        {t('participation.apply')}
      </ButtonLink>
    </section>
  );
}
