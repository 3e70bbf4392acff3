import type { ReactNode } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';

/** The status of a story, the reason for it, and what the member can do next. */
export interface StoryNextStep {
  kind?: 'ok' | 'warn' | 'danger' | undefined;
  name: string | null;
  why: ReactNode;
  act: { label: string; to: string } | null;
}

interface Props {
  story: Pick<StoryCard, 'title' | 'mode' | 'progress' | 'coverUrl' | 'chapterCount'>;
  language: Language;
  to: string;
  at: string;
  /** Facts in addition to those of every story. */
  facts?: ReactNode;
  standing: StoryNextStep;
}

/** A story in a list of the member’s own profile. */
export function StoryRow({ story, language, to, at, facts, standing }: Props) {
  const t = useT();
  const find = useFind();
  const { kind, name, why, act } = standing;
  return (
    <li className={list.row}>
      <Cover src={story.coverUrl} className={list.cover} />
      <div>
        <p className={list.name} lang={LANGUAGE_TAGS[language]}>
          <Link className="quiet" to={to}>
            {withSoftHyphens(story.title)}
          </Link>
        </p>
        <Meta>
          <ModeLabel mode={story.mode} />
          {story.chapterCount > 0 && <span>{t('common.chapters', { count: story.chapterCount })}</span>}
          {story.progress !== 'ongoing' && <span>{find(`progress.${story.progress}`)}</span>}
          {facts}
        </Meta>
        {(name || why) && (
          <p className={styles.state}>
            {name && <Badge kind={kind}>{name}</Badge>}
            {why && <span className={styles.why}>{why}</span>}
          </p>
        )}
        {act && (
          <p className={styles.do}>
            <Link className={styles.see} to={act.to}>
              {act.label}
              <span className="hide">: {story.title}</span>
            </Link>
          </p>
        )}
      </div>
      <Time at={at} kind="relative" className={list.when} />
    </li>
  );
}
