import { useState } from 'react';
import { type Language, lengthUnit } from '#core/languages.ts';
import { useAskName } from '#features/accounts/web/ask-name.tsx';
import { AskedLines } from '#features/chapters/web/editor-page/asked-lines.tsx';
import { DialogEnd } from '#features/chapters/web/editor-page/dialog-end.tsx';
import type { Ready } from '#features/chapters/web/editor-page/use-ready.ts';
import type { Writing } from '#features/chapters/web/saving/use-writing.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useDeadlineText } from '#web/ui/clock-time.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { contestApi, type RoundView, type SubmissionView } from '../../contract.ts';

interface Props {
  submission: SubmissionView;
  /** The entry, with a draft on the server. */
  writing: Writing;
  ready: Ready;
  round: RoundView;
  language: Language;
  onClose: () => void;
  onSubmitted: (submission: SubmissionView) => void;
  /** Called if something is missing in the text itself. */
  onRefused: () => void;
}

/** Asks for confirmation before an entry is submitted. */
export function EntryDialog({ submission, writing, ready, round, language, onClose, onSubmitted, onRefused }: Props) {
  const t = useT('submission', 'chapters');
  const errorText = useErrorText();
  const deadlineText = useDeadlineText();
  const name = useAskName();
  const { title } = writing.fields;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async () => {
    setBusy(true);
    setProblem('');
    if (!(await ready.makeWhole()) || !(await name.save())) {
      setBusy(false);
      return;
    }
    try {
      const { version } = writing.saver.draft!;
      onSubmitted(await call(contestApi.submit, { submissionId: submission.id, version }));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid_input') onRefused();
      else setProblem(errorText(error));
    }
  };
  return (
    <Dialog title={t('submission.submit_title', { round: round.number })} onClose={onClose}>
      <p>
        {t('common.units', { count: writing.units, unit: lengthUnit(language) })}
        {title.trim() !== '' && ` · ${title.trim()}`}
      </p>
      <p>{submission.version === null ? t('submission.submit_says') : t('submission.submit_again_says')}</p>
      {round.writingEndsAt && (
        <p className="small soft">{t('submission.change_until', { time: deadlineText(round.writingEndsAt) })}</p>
      )}
      <AskedLines writing={writing} ready={ready} language={language} />
      {name.field}
      <DialogEnd problem={problem} act={t('chapters.submit')} isBusy={busy} onAct={submit} onClose={onClose} />
    </Dialog>
  );
}
