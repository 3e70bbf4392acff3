import { useState } from 'react';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Button } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { Stepper } from '#web/ui/stepper.tsx';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft } from '../../contract-views.ts';
import type { Translating } from './use-translating.ts';

/** Explains what happens after submitting, and submits. */
export function SubmitTranslationDialog({
  translating: { ahead, language },
  draft,
  count,
  onClose,
  onSubmitted,
  onCopied,
}: {
  translating: Translating;
  draft: TranslationDraft;
  count: number;
  onClose: () => void;
  onSubmitted: (draft: TranslationDraft) => void;
  /** Called if most of it still has the words of the original, and the translator wants to see where. */
  onCopied: () => void;
}) {
  const t = useT('translate');
  const errorText = useErrorText();
  const moment = useMoment();
  const nameOf = useLanguageName();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [isCopy, setCopy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setProblem('');
    try {
      onSubmitted(await call(translationApi.submit, { translationId: draft.id, version: draft.version }));
    } catch (error) {
      setBusy(false);
      setProblem(errorText(error));
      setCopy(error instanceof ApiError && error.code === 'translation_copied');
    }
  };
  const waiting = ahead.oldestAt
    ? t('translate.ahead', { count: ahead.count, since: moment(ahead.oldestAt) })
    : t('translate.ahead_none');
  return (
    <Dialog wide title={t('translate.submit_title')} onClose={onClose}>
      <p>{t('translate.submit_text', { language: nameOf(language) })}</p>
      <Stepper
        className={participantColorClass(2)}
        stops={[
          {
            name: t('translate.way_yours'),
            note: t('translate.way_yours_note', { count, time: moment(draft.savedAt) }),
            at: 'done',
          },
          { name: t('translate.way_waits'), note: waiting, at: 'here' },
          { name: t('translate.way_public'), note: t('translate.way_public_note'), at: 'yet' },
        ]}
      />
      <p className={editorPage.wrong} role="alert">
        {problem}
      </p>
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {t('translate.not_yet')}
        </Button>
        {isCopy ? (
          <Button kind="primary" onClick={onCopied}>
            {t('translate.show_copied')}
          </Button>
        ) : (
          <Button kind="primary" busy={isBusy} onClick={() => void submit()}>
            {t('translate.submit')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
