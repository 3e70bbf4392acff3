import { useState } from 'react';
import { type Language, lengthUnit } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { toast } from '#web/ui/toast.ts';
import { chapterApi } from '../../contract.ts';
import { unitsOf } from '../../model/chapter-fields.ts';
import { Prose } from '../prose.tsx';
import { type DeviceDraft, type DraftKey, forgetDraft, keepDraft, keptDrafts } from '../saving/device-drafts.ts';
import { useChapterForms } from '../saving/use-chapter-forms.ts';
import type { Beginning } from '../saving/use-writing.ts';
import styles from './editor-page.module.css';
import room from './room.module.css';
import { WaysOn } from './ways-on.tsx';

/**
 * Where a member can’t write now: the newest text that this device has kept of the chapter they started here, and what
 * they can do with it. Shows nothing if there is none.
 */
export function KeptWords({
  beginning,
  language,
  memberId,
  onSaved,
}: {
  /** What the member started here. */
  beginning: Pick<Beginning, 'at' | 'create'>;
  /** The language of the story. */
  language: Language;
  memberId: string;
  /** Called when the words are a draft on the server. Without it, nothing can be kept there. */
  onSaved?: () => void;
}) {
  const t = useT('chapters');
  const moment = useMoment();
  const errorText = useErrorText();
  const forms = useChapterForms();
  const key: DraftKey = { memberId, chapterId: null, begunAt: beginning.at };
  const [kept, setKept] = useState<DeviceDraft[]>(() =>
    keptDrafts(forms, key)
      .filter(({ written }) => !forms.isBlank(written))
      .sort((a, b) => b.at.localeCompare(a.at)),
  );
  const [isBusy, setBusy] = useState(false);
  const [newest] = kept;
  if (!newest) return null;
  const { written } = newest;
  /** Forgets what is shown. What another page has kept is shown next, because it may be a different text. */
  const forget = () => {
    forgetDraft(key, newest.page);
    setKept(kept.slice(1));
  };
  const discard = () => {
    forget();
    const bringBack = () => {
      keepDraft(key, newest);
      setKept(kept);
    };
    toast(t('chapters.words_discarded'), { label: t('chapters.undelete'), run: bringBack });
  };
  const save = async () => {
    setBusy(true);
    try {
      // The same call as while it was written, so that a lost response creates no second draft.
      const begun = await beginning.create({ idempotencyKey: newest.createKey, as: memberId });
      const changes = forms.changesSince(forms.writtenOf(begun), written);
      if (changes) await call(chapterApi.update, { chapterId: begun.id, version: begun.version, ...changes });
      forget();
      onSaved?.();
    } catch (error) {
      toast(errorText(error));
      setBusy(false);
    }
  };
  const length = t('common.units', { count: unitsOf(written.document), unit: lengthUnit(language) });
  return (
    <section className={room.kept}>
      <Banner kind="warn">{t('chapters.kept_words', { time: moment(newest.at), length })}</Banner>
      <details className={styles.quietMore} open>
        <summary>
          <b>{written.title.trim() || t('chapters.kept_title')}</b>
        </summary>
        <div className={styles.in}>
          <Prose document={written.document} language={language} />
        </div>
      </details>
      <WaysOn read={() => written} language={language} memberId={memberId} onMade={forget}>
        {onSaved && (
          <Button small kind="primary" busy={isBusy} onClick={() => void save()}>
            {t('chapters.keep_draft')}
          </Button>
        )}
      </WaysOn>
      <Button small kind="bare" onClick={discard}>
        {t('chapters.discard_words')}
      </Button>
    </section>
  );
}
