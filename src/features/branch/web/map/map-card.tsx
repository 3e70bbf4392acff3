import { X } from 'lucide';
import { type Ref, Suspense, useId } from 'react';
import { to } from '#core/pages.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { WAYS_MAX } from '../../model/branch-limits.ts';
import { canGrow, stepsBetween, type TreeNode } from '../../model/tree.ts';
import { choiceName } from '../choice-name.ts';
import styles from './map-card.module.css';
import { useMapData } from './map-data.ts';

const OwnTakenDown = later(() => import('#features/chapters/web/own-drafts.tsx').then((m) => m.OwnTakenDown));

/** The chapter selected on the map: a card beside the drawing, or a sheet at the bottom on phones. */
export function MapCard({ node, onClose, ref }: { node: TreeNode; onClose: () => void; ref?: Ref<HTMLElement> }) {
  const t = useT('branch');
  const { story, tree, authors, reading, heldWays, canWrite } = useMapData();
  const heading = useId();
  const { chapter, ways, beyond } = node;
  const { id, number, title } = chapter;
  const tag = titleTag(chapter, story);
  const author = chapter.author === null ? null : authors[chapter.author];
  const here = reading.hereId === null ? undefined : tree.byId.get(reading.hereId);
  const steps = here ? stepsBetween(here, node) : 0;
  const hasRoom = canGrow(chapter) && ways.length + (heldWays.get(id) ?? 0) < WAYS_MAX;
  return (
    <section ref={ref} className={styles.card} aria-labelledby={heading}>
      <Button kind="icon" small className={styles.close} onClick={onClose} aria-label={t('common.close')}>
        <Icon of={X} />
      </Button>
      <div aria-live="polite">
        <p className={`${styles.chosen} small soft`}>{t('map.chosen')}</p>
        <h2 id={heading} lang={chapter.choice === null ? undefined : tag}>
          {choiceName(t, chapter)}
        </h2>
      </div>
      <Meta>
        {title !== null && (
          <span className={styles.title} lang={tag}>
            {t('common.numbered_title', { number, title })}
          </span>
        )}
        {author && <span>{author.username}</span>}
        <span>{reading.read.has(id) ? t('map.read') : t('map.not_read')}</span>
      </Meta>
      <Meta>
        {ways.length > 0 && <span>{t('outline.way_count', { count: ways.length })}</span>}
        {beyond > 0 && <span>{t('map.beyond', { count: beyond })}</span>}
        {steps > 0 && <span>{t('map.steps', { count: steps })}</span>}
        {node === here && <span>{t('outline.here')}</span>}
      </Meta>
      {chapter.hiddenBy === 'author' && (
        <Suspense>
          <OwnTakenDown storyId={story.id} chapterId={id} />
        </Suspense>
      )}
      <div className={styles.actions}>
        <ButtonLink kind="primary" to={to.chapter({ storyId: story.id, chapterId: id })}>
          {t('map.read_from')}
        </ButtonLink>
        {canWrite && hasRoom && (
          <ButtonLink to={to.editChapter({ storyId: story.id, parentChapterId: id })}>{t('outline.write')}</ButtonLink>
        )}
      </div>
    </section>
  );
}
