import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import { plainText } from '../../model/document.ts';
import type { Written } from '../saving/written.ts';
import styles from './compare.module.css';
import { VersionChanges } from './version-changes.tsx';

/** Compares an earlier version with the current text, and can restore it. */
export function Version({
  draft,
  revision,
  now,
  language,
  onSave,
  onRestored,
}: {
  draft: ChapterDraft;
  revision: number;
  now: Written;
  language: Language;
  onSave?: (() => Promise<ChapterDraft | null>) | undefined;
  onRestored: (draft: ChapterDraft) => void;
}) {
  const t = useT('chapters');
  const moment = useMoment();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['chapter', draft.id, 'revision', revision],
    queryFn: () => call(chapterApi.revision, { chapterId: draft.id, revision }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Spinner />;
  if (error) {
    return (
      <div role="alert">
        <p>{errorText(error)}</p>
        <Button small onClick={() => void refetch()}>
          {t('chapters.try_again')}
        </Button>
      </div>
    );
  }
  const copy = async () => {
    await navigator.clipboard?.writeText([data.title, plainText(data.content)].join('\n\n'));
    toast(t('chapters.copied'));
  };
  const restore = async () => {
    setBusy(true);
    try {
      const saved = await onSave?.();
      if (!saved) toast(t('chapters.save_first'));
      else {
        onRestored(await call(chapterApi.restoreRevision, { chapterId: saved.id, version: saved.version, revision }));
        toast(t('chapters.restored'));
      }
    } catch (failure) {
      toast(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <>
      <h1>{t('chapters.then_and_now', { time: moment(data.createdAt) })}</h1>
      {/* Versions don’t include the choice. */}
      <VersionChanges
        before={{ ...now, title: data.title, summary: data.summary, document: data.content }}
        now={now}
        language={language}
      />
      <div className={styles.decide}>
        <p className="small soft">{onSave && t('chapters.restore_note')}</p>
        <Button onClick={() => void copy()}>{t('chapters.copy_old')}</Button>
        {onSave && (
          <Button kind="primary" busy={busy} onClick={() => void restore()}>
            {t('chapters.restore')}
          </Button>
        )}
      </div>
    </>
  );
}
