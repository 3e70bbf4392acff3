import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { isLanguage, LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Finding } from '#features/moderation/model/screening/findings.ts';
import { FindingList } from '#features/moderation/web/finding-list.tsx';
import { useModeColor } from '#features/stories/web/mode.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { languageName, useLanguageName } from '#web/i18n/language-name.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Stepper, type StepperStep } from '#web/ui/stepper.tsx';
import { toast } from '#web/ui/toast.ts';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { wasPublished } from '../../model/chapter-status.ts';
import styles from './editor-page.module.css';
import type { EditorSlots, NextAuthor } from './editor-slots.ts';
import { EditorTopBar } from './editor-top-bar.tsx';

/** Polling delays in ms: short during the automatic check, longer during a moderator review. */
const POLL = 1500;
const POLLS_AT_FIRST = 14;
const POLL_LATER = 15_000;

export function isChapterInReview(draft: ChapterDraft): boolean {
  return draft.status === 'pending' || draft.editStatus === 'pending';
}

type Stage = 'checking' | 'person' | 'waits_for_before' | 'out';

function stageOf(draft: ChapterDraft): Stage {
  if (!isChapterInReview(draft)) return 'out';
  if (draft.review?.state === 'manual') return 'person';
  return draft.review?.state === 'approved' ? 'waits_for_before' : 'checking';
}

/** Shown after submitting: the chapter’s review status. Updates by itself. */
export function AfterSubmit({
  story,
  submitted,
  announced,
  number,
  next,
  logo,
  slots,
  onDraft,
}: {
  story: ChapterEditorData['story'];
  submitted: ChapterDraft;
  /** True if it was just submitted on this page: the heading takes the focus. */
  announced: boolean;
  number: number;
  /** The next writer, if the author has just chosen one. */
  next: NextAuthor | null;
  logo: ReactNode;
  slots: EditorSlots;
  /** Called when it can be edited again, after a withdrawal or rejection. */
  onDraft: (draft: ChapterDraft) => void;
}) {
  const t = useT('chapters');
  const moment = useMoment();
  const errorText = useErrorText();
  const reader = useLanguage();
  const nameOf = useLanguageName();
  const [busy, setBusy] = useState(false);
  const [isEdit] = useState(wasPublished(submitted.status));
  const { data, error, refetch } = useQuery({
    queryKey: ['chapter', submitted.id, 'waiting', submitted.review?.submittedAt],
    queryFn: () => call(chapterApi.draft, { chapterId: submitted.id }),
    initialData: submitted,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data && !isChapterInReview(state.data)) return false;
      const polls = state.dataUpdateCount + state.errorUpdateCount;
      return polls < POLLS_AT_FIRST ? POLL : Math.min(POLL_LATER, POLL * 1.5 ** (polls - POLLS_AT_FIRST + 1));
    },
  });
  useOnMessage(refetch, isChapterInReview(data));
  const stage = stageOf(data);
  /** It was taken down, and is submitted to publish it again. */
  const [isAgain] = useState(submitted.takenDown);
  // A moderator may have hidden it meanwhile.
  const isHidden = data.status === 'hidden' && !data.takenDown;
  const heading = useHeadingFocus(announced, stage);
  const { data: viewer } = useQuery({
    queryKey: ['chapter', submitted.id, 'viewer'],
    queryFn: () => call(chapterApi.viewerState, { chapterId: submitted.id }),
    enabled: stage === 'out',
  });
  const isBack = !isChapterInReview(data) && (!wasPublished(data.status) || data.editStatus !== null);
  useEffect(() => {
    if (isBack) onDraft(data);
  }, [isBack, data, onDraft]);

  const takeBack = async () => {
    setBusy(true);
    try {
      onDraft(await call(chapterApi.withdraw, { chapterId: submitted.id }));
      toast(t('chapters.took_back'));
    } catch (failure) {
      // It has been decided in the meantime: show the result.
      if (failure instanceof ApiError && failure.code === 'wrong_state') await refetch();
      else toast(errorText(failure));
      setBusy(false);
    }
  };

  if (isBack) return null;
  const submittedAt = data.review?.submittedAt ?? submitted.savedAt;
  const findings = data.review?.findings ?? [];
  const lang = LANGUAGE_TAGS[story.language];
  const other = findings.find(({ check }) => check === 'language')?.detail;
  const otherName = other && languageName(other, reader);
  const otherSays = t('chapters.person_language', { language: otherName ?? '', story: nameOf(story.language) });
  const texts: Record<Stage, [title: string, text: string]> = {
    checking: [t('chapters.checking'), t('chapters.checking_text')],
    // The text in another language will most likely come back, and only its author can do something about it.
    person: [t('chapters.person'), otherName ? otherSays : t('chapters.person_text', { count: findings.length })],
    waits_for_before: [t('chapters.waits_for_before'), t('chapters.waits_for_before_text')],
    out: isHidden
      ? [t('chapters.hidden_edit_out'), t('chapters.hidden_edit_out_text')]
      : isAgain
        ? [t('chapters.out_again'), t('chapters.out_again_text')]
        : isEdit
          ? [t('chapters.edit_out'), t('chapters.edit_out_text')]
          : [t('chapters.out', { number }), t('chapters.out_text')],
  };
  const [title, text] = texts[stage];
  return (
    <>
      <EditorTopBar story={story} logo={logo}>
        <span className={styles.saved}>
          <Icon of={Check} />
          <span>{t('chapters.submitted_at', { time: moment(submittedAt) })}</span>
        </span>
      </EditorTopBar>
      <main id="main" className={classNames(styles.page, styles.flow)}>
        <p className="soft" lang={lang}>
          {t('chapters.chapter_named', { number, title: data.title || submitted.title })}
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.lead} role="status">
          {text}
        </p>
        <SubmissionStepper
          stage={stage}
          submittedAt={moment(submittedAt)}
          findings={findings.length}
          isEdit={isEdit && !isAgain}
          isHidden={isHidden}
          mode={story.mode}
          next={next}
        />
        {error && stage !== 'out' && <p className="soft">{t('chapters.poll_failed')}</p>}
        {stage === 'person' && findings.length > 0 && <Unsure findings={findings} lang={lang} />}
        <div className={styles.actions}>
          {stage === 'out' ? (
            <>
              <ButtonLink kind="primary" to={to.chapter({ storyId: story.id, chapterId: submitted.id })}>
                {isHidden ? t('chapters.to_chapter') : t('chapters.read_it')}
              </ButtonLink>
              {viewer?.writeNext && (
                <ButtonLink to={to.editChapter({ storyId: story.id, ...viewer.writeNext })}>
                  {t('chapters.write_next')}
                </ButtonLink>
              )}
              {slots.out?.(story)}
              <ButtonLink kind="bare" to={to.story({ storyId: story.id })}>
                {t('chapters.back_to_story')}
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink
                to={story.isPublished ? to.story({ storyId: story.id }) : to.editStory({ storyId: story.id })}
              >
                {t('chapters.back_to_story')}
              </ButtonLink>
              {isLanguage(other) && other !== story.language && (
                <ButtonLink to={to.search({ language: other })}>
                  {t('chapters.stories_in', { language: nameOf(other) })}
                </ButtonLink>
              )}
              {data.can.withdraw && story.isPublished && (
                <Button kind="bare" busy={busy} onClick={() => void takeBack()}>
                  {stage === 'person' ? t('chapters.take_back_change') : t('chapters.take_back')}
                </Button>
              )}
            </>
          )}
        </div>
        {stage === 'out' && !isEdit && <p className="small soft">{t('chapters.out_note')}</p>}
      </main>
    </>
  );
}

/** The steps from submission to publication. */
function SubmissionStepper({
  stage,
  submittedAt,
  findings,
  isEdit,
  isHidden,
  mode,
  next,
}: {
  stage: Stage;
  submittedAt: string;
  findings: number;
  isEdit: boolean;
  isHidden: boolean;
  mode: ChapterEditorData['story']['mode'];
  next: NextAuthor | null;
}) {
  const t = useT('chapters');
  const color = useModeColor();
  const check = {
    checking: t('chapters.way_reading'),
    person: t('chapters.way_unsure', { count: findings }),
    waits_for_before: t('chapters.way_passed'),
    out: t('chapters.way_passed'),
  }[stage];
  const stops: Omit<StepperStep, 'at'>[] = [
    { name: t('chapters.way_submitted'), note: submittedAt },
    { name: t('chapters.way_check'), note: check },
    ...(stage === 'person' ? [{ name: t('chapters.way_person'), note: t('chapters.way_person_note') }] : []),
    isHidden
      ? { name: t('chapters.way_hidden'), note: t('chapters.way_hidden_note') }
      : {
          name: t('chapters.way_public'),
          note: isEdit ? t('chapters.way_edit_note') : t('chapters.way_public_note'),
        },
    ...(next
      ? [
          {
            name: t('chapters.way_next', { name: next.username }),
            note: stage === 'out' ? t('chapters.way_next_now') : t('chapters.way_next_note'),
          },
        ]
      : []),
  ];
  const publicAt = stage === 'person' ? 3 : 2;
  const here = { checking: 1, person: 2, waits_for_before: publicAt, out: stops.length - 1 }[stage];
  return (
    <Stepper
      stops={stops.map((stop, i) => ({ ...stop, at: i === here ? 'here' : i > here ? 'yet' : 'done' }))}
      className={color(mode)}
    />
  );
}

function Unsure({ findings, lang }: { findings: readonly Finding[]; lang: string }) {
  const t = useT('chapters');
  return (
    <>
      <h2>{t('chapters.unsure_title')}</h2>
      <FindingList
        findings={findings}
        lang={lang}
        copyLink={(path) => <Link to={path}>{t('chapters.unsure_copy')}</Link>}
      />
    </>
  );
}
