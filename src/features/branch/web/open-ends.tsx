import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { hiddenName } from '#features/chapters/web/hidden-name.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import more from '#web/ui/more.module.css';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { StoryTree, TreeChapter } from '../contract.ts';
import styles from './open-ends.module.css';
import { WriteLink, type WriteLinkProps } from './write-link.tsx';
import type { Writing } from './writing.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'write-link': WriteLinkProps;
  }
}

export interface BranchStory {
  id: string;
  language: Language;
}

/** An open branch, and who is writing there. */
export interface OpenEnd extends Titled, Pick<TreeChapter, 'id' | 'title' | 'choice' | 'hiddenBy'> {
  reservations: StoryTree['reservations'];
}

interface Props {
  story: BranchStory;
  /** Some of them, those without a writer first. */
  ends: readonly OpenEnd[];
  /** Number of all open branches. */
  count: number;
  writing: Writing;
}

/** Open branches that need a writer, beside the story’s outline. */
export function OpenEnds({ story, ends, count, writing }: Props) {
  const t = useT('branch');
  if (ends.length === 0) return null;
  return (
    <section>
      <h2>{t('ends.title')}</h2>
      <p className="soft small">{t('ends.text')}</p>
      <EndList story={story} ends={ends} writing={writing} />
      {count > ends.length && (
        <Link className={more.more} to={`${to.story({ storyId: story.id }, { show: 'open' })}#outline`}>
          {t('ends.all', { count })}
        </Link>
      )}
    </section>
  );
}

/** The same among the chapters, with all of them, or a link to the others. */
export function OpenEndList({ story, ends, count, writing }: Props) {
  const t = useT('branch', 'branch_page');
  return (
    <>
      <p className="soft small">{count > 0 ? t('ends.text') : t('ends.none')}</p>
      <EndList story={story} ends={ends} writing={writing} />
      {count > ends.length && (
        <Link className={more.more} to={to.storyMap({ storyId: story.id })}>
          {t('ends.left', { count: count - ends.length })}
        </Link>
      )}
    </>
  );
}

function EndList({ story, ends, writing }: Omit<Props, 'count'>) {
  return (
    <ul className={styles.ends}>
      {ends.map((end) => (
        <End key={end.id} end={end} story={story} writing={writing} />
      ))}
    </ul>
  );
}

function End({ end, story, writing }: { end: OpenEnd } & Pick<Props, 'story' | 'writing'>) {
  const t = useT('branch', 'stories');
  const { id, title, choice, reservations } = end;
  const tag = titleTag(end, story);
  const place = { storyId: story.id, chapterId: id, isTaken: reservations.length > 0 };
  return (
    <li>
      <p className={styles.name} lang={title === null ? undefined : tag}>
        <Link className="quiet" to={to.chapter({ storyId: story.id, chapterId: id })}>
          {title ?? hiddenName(t, end)}
        </Link>
      </p>
      {choice !== null && (
        <p className="soft small" lang={tag}>
          {t('ends.after', { choice })}
        </p>
      )}
      {reservations.map(({ user, until }) => (
        <div key={user.id} className={styles.hold}>
          <Avatar name={user.username} size="tiny" />
          <Meta>
            <span>{t('outline.writing', { name: user.username })}</span>
            <span>
              <TimeLeftSlot until={until} />
            </span>
          </Meta>
        </div>
      ))}
      {writing === 'open' && <WriteLink {...place} />}
      {writing === 'participants' && <Slot name="write-link" props={place} />}
    </li>
  );
}
