import pageFiles from 'virtual:page-files';
import { to } from '#core/pages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { ModeLabel, useModeColor } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './resume.module.css';

/**
 * “Continue reading” on the home page (spec §2). The page is the same for everyone, so it has a placeholder, and a
 * template row for each mode, which `resume.ts` fills in. In a tree, readers at the end of a chapter continue with its
 * choices (`data-ended`). For readers with something to continue, its space is reserved from the first paint. It is a slot
 * without an island, so that `refresh` leaves it to the script.
 */
export function ResumePart() {
  const t = useT('reader');
  const modes = useModes();
  return (
    <div className="slot" data-slot="resume" data-part-script={pageFiles.resume.join(' ')} data-for="readers">
      <Section title={t('resume.title')} className={`${styles.part} when-reading`}>
        <div className={styles.resume} data-rows="" data-second={styles.second}>
          <div className={styles.resumeItem} aria-hidden="true">
            <span className={styles.blank} />
          </div>
          <div className={classNames(styles.resumeItem, styles.second, styles.secondBlank)} aria-hidden="true">
            <span className={styles.blank} />
          </div>
        </div>
      </Section>
      <div className={styles.offer} data-offer="" hidden>
        <p>{t('resume.offer')}</p>
        <p role="alert" data-failed="" hidden>
          {t('common.no_connection')}
        </p>
        <Button small data-brings="">
          {t('resume.offer_yes')}
        </Button>
        <Button small kind="bare" data-leaves-places="">
          {t('resume.offer_no')}
        </Button>
      </div>
      {Object.values(modes).map(({ id: mode, shape, isShared }) => (
        <template
          key={mode}
          data-mode={mode}
          data-ended={shape === 'tree' ? '#fork' : undefined}
          data-line={shape === 'line' ? '' : undefined}
        >
          <Row mode={mode} hasKnots={isShared && shape === 'line'} />
        </template>
      ))}
    </div>
  );
}

function Row({ mode, hasKnots }: { mode: WritingMode; hasKnots: boolean }) {
  const t = useT('reader');
  const color = useModeColor();
  return (
    <article className={styles.resumeItem}>
      {/* The script sets the source. The head of the page would preload an eager image. */}
      <Cover src="#" />
      <div className={styles.body}>
        <p className={styles.name} data-story="">
          <Link className="quiet" to={to.chapter({ storyId: '0', chapterId: '0' })} />
        </p>
        <p className="soft serif" data-title="" hidden>
          {t('common.numbered_title', { number: '{number}', title: '{title}' })}
        </p>
        <p className="soft serif" data-next="" hidden>
          {t('resume.next', { number: '{number}', title: '{title}' })}
        </p>
        <progress className={styles.spool} />
        {hasKnots && (
          <span
            className={classNames(styles.knots, color(mode))}
            role="img"
            data-knots=""
            data-done={styles.done}
            hidden
          />
        )}
        <Meta>
          <ModeLabel mode={mode} />
          <span data-read="">{t('resume.read_of', { read: '{read}', count: '{count}' })}</span>
          <span data-at="">{t('reader.chapter_of', { number: '{number}', count: '{count}' })}</span>
        </Meta>
      </div>
    </article>
  );
}
