import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { to, toText } from '#core/pages.ts';
import { MINUTE } from '#core/time.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { Stepper } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { useSeemsIn } from '../seems-in.ts';
import { PlainTranslationPage } from './plain-page.tsx';
import { sourceRefOf } from './use-translating.ts';

export function isTranslationInReview(draft: TranslationDraft): boolean {
  return draft.status === 'submitted' || draft.status === 'under_review';
}

/** Path of the page where it can be read. */
export function readingPath({ storyId, chapterId }: TranslationEditorData['source'], language: string): string {
  return toText({ storyId, chapterId }, { lang: language });
}

/** Link to translate the next chapter. */
export function NextButton({ editorData: { source, language, next } }: { editorData: TranslationEditorData }) {
  const t = useT('translate');
  if (!next || source.language === language) return null;
  return (
    <ButtonLink
      kind="primary"
      to={to.translateChapter({ storyId: source.storyId, chapterId: next.id }, { lang: language })}
    >
      {t('translate.translate_next', { number: next.number })}
    </ButtonLink>
  );
}

/** The page after submitting: how far the review is. Updates by itself. */
export function SubmittedTranslation({
  editorData: opened,
  draft: submitted,
  announced,
  logo,
  onDraft,
  onReopen,
}: {
  editorData: TranslationEditorData;
  draft: TranslationDraft;
  announced: boolean;
  logo: ReactNode;
  /** Called after withdrawing. */
  onDraft: (draft: TranslationDraft) => void;
  /** Called after a decision, or if the status turns out to be different. */
  onReopen: () => void;
}) {
  const t = useT('translate', 'chapters');
  const moment = useMoment();
  const errorText = useErrorText();
  const nameOf = useLanguageName();
  const seemsIn = useSeemsIn();
  const [isBusy, setBusy] = useState(false);
  const { language } = opened;
  const { data: editorData = opened, refetch } = useQuery({
    queryKey: ['translation', submitted.id, 'waiting', submitted.submittedAt],
    queryFn: () => call(translationApi.editor, { ...sourceRefOf(opened.source), language }),
    staleTime: 0,
    // Decisions arrive as a message. That a reviewer has started is less urgent.
    refetchInterval: MINUTE,
  });
  useOnMessage(refetch, true);
  const draft = editorData.draft ?? (editorData === opened ? submitted : null);
  const isOver = draft === null || (draft !== submitted && !isTranslationInReview(draft));
  useEffect(() => {
    if (isOver) onReopen();
  }, [isOver, onReopen]);
  const takeBack = async () => {
    setBusy(true);
    try {
      onDraft(await call(translationApi.withdraw, { translationId: submitted.id }));
      toast(t('translate.took_back'));
    } catch (error) {
      setBusy(false);
      toast(errorText(error));
      if (error instanceof ApiError && error.status < 500) await refetch();
    }
  };
  if (isOver) return null;
  const { source } = editorData;
  const isRead = draft.status === 'under_review';
  const submittedAt = moment(draft.submittedAt ?? draft.savedAt);
  const languageName = nameOf(language);
  const seen = draft.seemsIn === null ? null : seemsIn(draft.seemsIn, language);
  return (
    <PlainTranslationPage
      editorData={editorData}
      logo={logo}
      announced={announced}
      state={
        <span className={editorPage.saved}>
          <Icon of={Check} />
          <span>{t('translate.submitted_at', { time: submittedAt })}</span>
        </span>
      }
      title={isRead ? t('translate.is_read') : t('translate.waits')}
      lead={
        source.language === language
          ? t('translate.same_text', { language: languageName })
          : isRead
            ? t('translate.is_read_text')
            : t('translate.waits_text')
      }
      actions={
        <>
          <NextButton editorData={editorData} />
          {draft.can.withdraw && (
            <Button busy={isBusy} onClick={() => void takeBack()}>
              {t('translate.take_back')}
            </Button>
          )}
        </>
      }
    >
      {seen && (
        <Banner kind="warn">
          {seen.language === null
            ? t('translate.seems_other', seen)
            : t('translate.seems_in', { ...seen, language: seen.language })}
        </Banner>
      )}
      <Stepper
        className={participantColorClass(2)}
        stops={[
          { name: t('translate.way_submitted'), note: submittedAt, at: 'done' },
          {
            name: t('translate.way_waits_for', { language: languageName }),
            note: isRead ? undefined : t('translate.others', { count: editorData.ahead.count }),
            at: isRead ? 'done' : 'here',
          },
          { name: t('translate.way_read'), at: isRead ? 'here' : 'yet' },
          { name: t('translate.way_public'), at: 'yet' },
        ]}
      />
    </PlainTranslationPage>
  );
}
