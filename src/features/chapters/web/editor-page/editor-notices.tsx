import { useState } from 'react';
import { type Language, lengthUnit } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import { unitsOf } from '../../model/chapter-fields.ts';
import { wasPublished } from '../../model/chapter-status.ts';
import type { Writing } from '../saving/use-writing.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './editor-page.module.css';

/** Notices about a rejection, with the moderator’s reason, and about the edit of a published text. */
export function ReviewNotices({ draft, writing }: { draft: ChapterDraft; writing: Writing }) {
  const t = useT('chapters');
  const [isDiscarding, setIsDiscarding] = useState(false);
  const isEdit = wasPublished(draft.status);
  const isHidden = draft.status === 'hidden';
  const wasSentBack = draft.status === 'rejected' || draft.editStatus === 'rejected';
  const reason = wasSentBack ? draft.review?.reason : null;
  const discard = async () => {
    await writing.saver.flush();
    writing.accept(await call(chapterApi.discardEdit, { chapterId: draft.id }));
    toast(t('chapters.discarded'));
  };
  return (
    <>
      {reason && (
        <Banner kind="danger">
          <b>{t('chapters.sent_back')}</b>{' '}
          {isEdit && !isHidden
            ? t('chapters.edit_sent_back_reason', { reason })
            : t('chapters.sent_back_reason', { reason })}
        </Banner>
      )}
      {isEdit && (
        <Banner
          action={
            draft.can.discardEdit && (
              <Button small onClick={() => setIsDiscarding(true)}>
                {t('chapters.discard')}
              </Button>
            )
          }
        >
          {draft.takenDown
            ? t('chapters.editing_taken_down')
            : isHidden
              ? t('chapters.editing_hidden')
              : t('chapters.editing_published')}
        </Banner>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title={t('chapters.discard_title')}
          text={t('chapters.discard_text')}
          act={t('chapters.discard_do')}
          onConfirm={discard}
          onClose={() => setIsDiscarding(false)}
        />
      )}
    </>
  );
}

/**
 * Notices about other texts of this chapter: on this device, in another window, or changed elsewhere. Nothing is taken
 * over without asking.
 */
export function TextNotices({
  writing,
  language,
  onCompare,
}: {
  writing: Writing;
  /** The story’s language. It determines what is counted. */
  language: Language;
  onCompare: () => void;
}) {
  const t = useT('chapters');
  const moment = useMoment();
  const { offer, windows, isConflict, draft } = writing;
  const isNewer = offer !== null && (!draft || offer.at > draft.savedAt);
  const more = offer ? unitsOf(offer.written.document) - writing.units : 0;
  return (
    <div className={styles.notices} aria-live="polite">
      {windows === 'shared' && (
        <Banner
          kind="warn"
          action={
            <Button small onClick={() => void writing.writeHere()}>
              {t('chapters.write_here')}
            </Button>
          }
        >
          {t('chapters.other_window')}
        </Banner>
      )}
      {windows === 'elsewhere' && (
        <Banner
          kind="warn"
          action={
            <Button small onClick={() => void writing.writeHere()}>
              {t('chapters.write_here')}
            </Button>
          }
        >
          {t('chapters.elsewhere')}
        </Banner>
      )}
      {isConflict && (
        <Banner
          kind="warn"
          action={
            <Button small onClick={onCompare}>
              {t('chapters.choose')}
            </Button>
          }
        >
          {t('chapters.conflict_waits')}
        </Banner>
      )}
      {offer && !isConflict && windows !== 'elsewhere' && (
        <Banner
          kind="act"
          action={
            <span className={styles.actions}>
              <Button small onClick={writing.takeOffer}>
                {isNewer ? t('chapters.use_newer') : t('chapters.use_device')}
              </Button>
              <Button small onClick={onCompare}>
                {t('chapters.compare')}
              </Button>
            </span>
          }
        >
          {isNewer
            ? t('chapters.offer_newer', { time: moment(offer.at) })
            : t('chapters.offer_older', { time: moment(offer.at) })}{' '}
          {more > 0 &&
            t('chapters.offer_more', { length: t('common.units', { count: more, unit: lengthUnit(language) }) })}
        </Banner>
      )}
    </div>
  );
}
