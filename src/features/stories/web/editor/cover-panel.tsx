import { Upload } from 'lucide';
import { Suspense, useRef, useState } from 'react';
import { IMAGE_SIDE_MIN } from '#core/images.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { PICTURE_TYPES } from '#web/ui/picture/compress-picture.ts';
import { useFileUrl } from '#web/ui/picture/file-url.ts';
import { toast } from '#web/ui/toast.ts';
import type { StoryDraft } from '../../contract.ts';
import { storyApi } from '../../contract.ts';
import styles from './cover-panel.module.css';
import type { CoverUpload, CoverWork } from './use-cover-upload.ts';

const CropDialog = later(() => import('#web/ui/picture/crop-dialog.tsx').then((m) => m.CropDialog), ['picture']);

interface Props {
  upload: CoverUpload;
  draft: StoryDraft | null;
  /** The cover drawn from the current values. Null while title or mode is missing. */
  drawn: string | null;
  /** False during a review. */
  editable: boolean;
  className?: string | undefined;
  onDraft: (draft: StoryDraft) => void;
}

/** The story’s cover: drawn from title and mode until an image is uploaded. */
export function CoverPanel({ upload, draft, drawn, editable, className, onDraft }: Props) {
  const t = useT('story_editor', 'picture');
  const { work } = upload;
  const input = useRef<HTMLInputElement>(null);
  const isBusy = work.kind === 'compressing' || work.kind === 'sending' || work.kind === 'waiting';
  // A failed upload doesn’t change the cover.
  const coming = useFileUrl(work.kind === 'sending' || work.kind === 'waiting' ? work.blob : null);
  const src = coming ?? (draft?.coverUploaded ? draft.coverUrl : drawn);
  return (
    <aside className={classNames(styles.panel, className)} aria-label={t('story_editor.cover')}>
      {src ? (
        <img
          className={classNames(styles.picture, isBusy && styles.faint)}
          src={src}
          width="400"
          height="600"
          alt={draft?.coverUploaded || coming ? t('story_editor.cover_own') : t('story_editor.cover_drawn')}
        />
      ) : (
        <Undyed />
      )}
      <div className={styles.say}>
        <div role="status">
          <Standing work={work} uploaded={draft?.coverUploaded ?? false} />
        </div>
        {isBusy && <Button onClick={upload.cancel}>{t('common.cancel')}</Button>}
        {work.kind === 'not_sent' && <Button onClick={upload.retry}>{t('story_editor.cover_again')}</Button>}
        {editable && !isBusy && (
          <>
            <Button onClick={() => input.current?.click()}>
              <Icon of={Upload} />
              {draft?.coverUploaded || work.kind !== 'none'
                ? t('story_editor.cover_another')
                : t('story_editor.cover_use')}
            </Button>
            {draft?.coverUploaded && <RemoveCover storyId={draft.id} onDraft={onDraft} />}
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_TYPES.join()}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Allows choosing the same file again after a failure.
            target.value = '';
            if (file) upload.choose(file);
          }}
        />
      </div>
      <Suspense>
        {work.kind === 'cropping' && (
          <CropDialog
            file={work.file}
            title={t('story_editor.cover_part')}
            aspect={2 / 3}
            keepLabel={draft?.coverUploaded ? t('story_editor.cover_keep') : t('story_editor.cover_keep_drawn')}
            onUse={upload.use}
            onClose={upload.cancel}
            onUnreadable={upload.unreadable}
          />
        )}
      </Suspense>
    </aside>
  );
}

const KB = 1024;

/** Describes the state of the cover in one or two sentences. */
function Standing({ work, uploaded }: { work: CoverWork; uploaded: boolean }) {
  const t = useT('story_editor', 'picture');
  const stays = uploaded ? t('story_editor.cover_stays_own') : t('story_editor.cover_stays');
  switch (work.kind) {
    case 'compressing':
      return (
        <div className={styles.going}>
          <p>
            <b>{t('story_editor.cover_compressing')}</b>
          </p>
          <progress className={styles.spool} aria-label={t('story_editor.cover_compressing')} />
        </div>
      );
    case 'sending': {
      const percent = Math.round(work.share * 100);
      return (
        <div className={styles.going}>
          <p>
            <b>{t('story_editor.cover_sending')}</b>
          </p>
          <progress className={styles.spool} max={100} value={percent} aria-label={t('story_editor.cover_sending')} />
          {/* The progress bar announces this already. Otherwise screen readers would announce every step. */}
          <p className={styles.ends} aria-hidden="true">
            <span>{t('story_editor.cover_percent', { percent })}</span>
            <span>{t('story_editor.cover_size', { size: Math.round(work.blob.size / KB) })}</span>
          </p>
        </div>
      );
    }
    case 'waiting':
      return <p className="small soft">{t('story_editor.cover_waiting')}</p>;
    case 'wrong_type':
      return <Failure what={t('picture.types')} more={stays} />;
    case 'not_compressed':
      return <Failure what={t('picture.compression_failed')} more={stays} />;
    case 'not_sent':
      return <Failure what={t('story_editor.cover_not_sent')} more={work.sentence ?? t('story_editor.cover_kept')} />;
    default:
      return uploaded ? (
        <p>
          <b>{t('story_editor.cover_yours')}</b>
        </p>
      ) : (
        <p className="small soft">
          {t('story_editor.cover_explained')} {t('story_editor.cover_size_min', { min: IMAGE_SIDE_MIN })}
        </p>
      );
  }
}

function Failure({ what, more }: { what: string; more: string }) {
  return (
    <Banner kind="danger">
      <span className={styles.what}>{what}</span>
      <span>{more}</span>
    </Banner>
  );
}

function RemoveCover({ storyId, onDraft }: { storyId: string; onDraft: (draft: StoryDraft) => void }) {
  const t = useT('story_editor');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      onDraft(await call(storyApi.removeCover, { storyId }));
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Button busy={isBusy} onClick={remove}>
      {t('story_editor.cover_remove')}
    </Button>
  );
}

/** Placeholder while title or mode is missing: plain cloth with a loose thread. */
function Undyed() {
  return (
    <svg className={styles.undyed} viewBox="0 0 400 600" aria-hidden="true">
      <path d="M0 330h400" />
    </svg>
  );
}
