import { type ReactNode, useCallback, useState } from 'react';
import type { ChapterDraft } from '#features/chapters/contract.ts';
import { EditorFrame } from '#features/chapters/web/editor-page/editor-frame.tsx';
import { EditorMenu } from '#features/chapters/web/editor-page/editor-menu.tsx';
import { useReady } from '#features/chapters/web/editor-page/use-ready.ts';
import { WaysOn } from '#features/chapters/web/editor-page/ways-on.tsx';
import { useWriting } from '#features/chapters/web/saving/use-writing.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { contestApi, type EntryEditorData, type SubmissionView } from '../../contract.ts';
import { entryBeginning } from './entry-beginning.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryStatusBanner, isNewerThan } from './entry-status-banner.tsx';
import { EntryWay } from './entry-stepper.tsx';

interface Props {
  /** The current data. The edited text continues from `start`. */
  editorData: EntryEditorData;
  start: ChapterDraft | null;
  memberId: string;
  logo: ReactNode;
  onEntry: (submission: SubmissionView) => void;
  /** The state of the round differs from what this page knew. */
  onChanged: () => void;
}

/**
 * For writing an entry, before and after it is submitted. The submitted version stays in the round until a newer one is
 * submitted.
 */
export function EntryEditor({ editorData, start, memberId, logo, onEntry, onChanged }: Props) {
  const { round, story, submission, number } = editorData;
  const t = useT('submission', 'chapters');
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const onClosed = useCallback(
    (error: ApiError) => {
      setProblem(error);
      if (error.code === 'writing_closed') onChanged();
    },
    [onChanged],
  );
  const beginning = entryBeginning(round.id, onEntry);
  const writing = useWriting({ memberId, beginning, draft: start }, onClosed);
  const { saver } = writing;
  const bounds = { minUnits: round.minUnits, maxUnits: round.maxUnits };
  const ready = useReady(writing, { bounds, language: story.language });
  const { makeReady, isBusy, isBlocked } = ready;
  const stands = submission?.status === 'pending' || submission?.status === 'approved';

  const submit = async () => {
    if (!(await makeReady())) return;
    if (stands && submission.version === saver.draft?.version) toast(t('submission.nothing_new'));
    else setIsSubmitting(true);
  };
  const withdraw = async (submissionId: string) => {
    onEntry(await call(contestApi.withdraw, { submissionId }));
    toast(t('submission.withdrawn'));
  };

  return (
    <>
      <EditorFrame
        editorData={editorData}
        writing={writing}
        logo={logo}
        title={t('submission.write', { round: round.number })}
        hint={t('submission.begins', { number })}
        bounds={bounds}
        editable={writing.windows !== 'elsewhere' && problem === null}
        flagged={
          submission?.status === 'rejected' ? submission.review?.findings.flatMap(({ excerpts }) => excerpts) : []
        }
        memberId={memberId}
        number={number}
        menu={(items) => (
          <EditorMenu
            items={items}
            act={
              submission?.can.withdraw
                ? {
                    name: t('submission.withdraw'),
                    title: t('submission.withdraw_title'),
                    text: t('submission.withdraw_text'),
                    confirm: t('submission.withdraw_do'),
                    run: () => withdraw(submission.id),
                  }
                : null
            }
          />
        )}
        submit={
          <Button
            kind={stands && !isNewerThan(submission, writing) ? 'plain' : 'primary'}
            busy={isBusy}
            aria-disabled={isBlocked || undefined}
            onClick={() => void submit()}
          >
            {t('chapters.submit')}
          </Button>
        }
        notices={
          <>
            {problem && (
              <Banner
                kind="danger"
                action={<WaysOn read={writing.read} language={writing.seemsIn ?? story.language} memberId={memberId} />}
              >
                {problem.message} {t('chapters.kept_here')}
              </Banner>
            )}
            {submission && (
              <EntryStatusBanner submission={submission} storyId={story.id} writing={writing} sent={sent} />
            )}
          </>
        }
        above={<EntryWay round={round} submission={submission} number={number} mode={story.mode} />}
      />
      {isSubmitting && submission && saver.draft && (
        <EntryDialog
          submission={submission}
          writing={writing}
          ready={ready}
          round={round}
          language={story.language}
          onClose={() => setIsSubmitting(false)}
          onSubmitted={(entry) => {
            setIsSubmitting(false);
            setSent((count) => count + 1);
            onEntry(entry);
            toast(t('submission.entered_now'));
          }}
          onRefused={() => {
            setIsSubmitting(false);
            void submit();
          }}
        />
      )}
    </>
  );
}
