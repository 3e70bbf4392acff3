import type { StoryView } from '#features/stories/contract.ts';
import styles from '#features/stories/web/story-page.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Time } from '#web/ui/time.tsx';

/** The single writer, and when they last published. */
export function OneHand({ story: { creator, continuedAt } }: { story: StoryView }) {
  const t = useT('stories');
  return (
    <>
      <hr />
      <div className={styles.now}>
        <Avatar name={creator.username} src={creator.avatar} size="big" colorIndex={5} />
        <div>
          <b>{creator.username}</b>
          {continuedAt && (
            <p className="small soft">
              {t('story.last_chapter_on')} <Time at={continuedAt} kind="long" />
            </p>
          )}
        </div>
      </div>
    </>
  );
}
