import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { useAskName } from '#features/accounts/web/ask-name.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useHref } from '#web/ui/link.tsx';
import type { StoryDraft } from '../../contract.ts';
import { useModeFaces } from '../modes.ts';
import { CoverPanel } from './cover-panel.tsx';
import type { FirstChapterNews, FirstChapterState } from './first-chapter-news.ts';
import making from './making.module.css';
import { MissingList, type MissingThing } from './missing-list.tsx';
import rules from './rules.module.css';
import { RulesFields, RulesSentence } from './rules-form.tsx';
import { SavedNote } from './saved-note.tsx';
import { Steps, stepAddress, type WizardStep } from './steps.tsx';
import { StoryConflict } from './story-conflict.tsx';
import { StoryFields } from './story-fields.tsx';
import type { StoryField } from './story-form.ts';
import { type CoverUpload, useCoverUpload } from './use-cover-upload.ts';
import { useDrawnCover } from './use-drawn-cover.ts';
import { onStep, useMissingThings } from './use-missing-things.ts';
import { useStoryForm, useStoryForms, useStorySaver } from './use-story-form.ts';
import { useSubmission } from './use-submission.ts';

interface Props {
  me: Me;
  /** A story that was created before. Null for a new one. */
  begun: StoryDraft | null;
  step: WizardStep;
  /** True if the URL contains the story. The URL of a new story is set a moment later. */
  isNamed: boolean;
  /** Called when the story has been created. */
  onBegun: (storyId: string) => void;
  onSent: () => void;
}

/** Creates a story in three steps (spec §2): its texts, its first chapter, its rules. */
export function StoryWizard({ me, begun, step: asked, isNamed, onBegun, onSent }: Props) {
  const language = begun?.language ?? me.preferred_language;
  const saver = useStorySaver(me.id, begun, language);
  const form = useStoryForm(saver);
  const { values, draft } = form;
  const storyId = draft?.id ?? null;
  // A chapter needs a story, so the later steps do too.
  const step = storyId ? asked : 1;
  const [reached, setReached] = useState<WizardStep>(step);
  if (step > reached) setReached(step);
  const [start] = useState(step);
  const [hasMoved, setMoved] = useState(false);
  if (step !== start && !hasMoved) setMoved(true);
  const [chapter, setChapter] = useState<FirstChapterNews | null>(null);
  const coverUpload = useCoverUpload(storyId, saver.adopt);
  const drawn = useDrawnCover({ ...values, author: me.username });
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the story is created
  useEffect(() => {
    if (storyId && !begun) onBegun(storyId);
  }, [storyId]);
  const steps = <Steps step={step} reached={reached} storyId={storyId} mode={values.mode} />;
  const shared = { form, steps, takesFocus: hasMoved };
  return (
    <>
      <StoryConflict saver={saver} />
      {step === 1 && <StoryStep {...shared} isNamed={isNamed} drawn={drawn} coverUpload={coverUpload} />}
      {step > 1 && storyId && (
        <ChapterStep {...shared} storyId={storyId} isShown={step === 2} state={chapter?.state ?? 'empty'}>
          <RoomSlot
            name="editStory.chapter"
            storyId={storyId}
            language={values.language}
            setLanguage={(said) => {
              form.change({ language: said });
              void saver.flush();
            }}
            tell={setChapter}
          />
        </ChapterStep>
      )}
      {step === 3 && storyId && <RulesStep {...shared} storyId={storyId} chapter={chapter} onSent={onSent} />}
    </>
  );
}

interface StepProps {
  form: ReturnType<typeof useStoryForm>;
  steps: ReactNode;
  /** True if the step was reached with a button. Its heading then takes the focus, so that it is announced. */
  takesFocus: boolean;
}

function StepHead({
  form,
  title,
  lead,
  steps,
  takesFocus,
  named = true,
}: StepProps & { title: string; lead?: string; named?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useAddress();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step is reached
  useEffect(() => {
    if (takesFocus && !hash) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={making.head}>
      {named && <StoryTitle form={form} />}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="soft">{lead}</p>}
      {steps}
    </header>
  );
}

function StoryTitle({ form: { values } }: { form: StepProps['form'] }) {
  return (
    <p className="soft" lang={LANGUAGE_TAGS[values.language]}>
      {values.title}
    </p>
  );
}

/**
 * Navigates after a save. Waits until the URL contains a new story, because that change of the URL would otherwise come
 * later and lead back.
 */
function useLeave({ draft }: StepProps['form'], isNamed: boolean): (to: string) => void {
  const href = useHref();
  const [goal, setGoal] = useState<string | null>(null);
  const isReady = isNamed || draft === null;
  useEffect(() => {
    if (goal === null || !isReady) return;
    setGoal(null);
    leaveFor(href(goal));
  });
  return setGoal;
}

interface StoryStepProps extends StepProps {
  isNamed: boolean;
  drawn: string | null;
  coverUpload: CoverUpload;
}

function StoryStep({ isNamed, drawn, coverUpload, ...step }: StoryStepProps) {
  const { form } = step;
  const t = useT('story_editor');
  const leave = useLeave(form, isNamed);
  const { hash } = useAddress();
  const { draft, saver, idOf } = form;
  const { creationOf } = useStoryForms();
  const mayGoOn = draft !== null || creationOf(form.values) !== null;
  const { texts } = useMissingThings(form);
  const [pressed, setPressed] = useState(0);
  const [isBusy, setBusy] = useState(false);
  // The list of missing fields in the last step links to a field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the hash changes
  useEffect(() => {
    if (hash) document.getElementById(idOf(hash.slice(1) as StoryField))?.focus();
  }, [hash]);
  const goOn = async () => {
    setBusy(true);
    try {
      await saver.flush();
    } finally {
      setBusy(false);
    }
    const { draft: saved } = saver.get();
    if (saved) leave(stepAddress(saved.id, 2));
  };
  const next = (event: FormEvent) => {
    event.preventDefault();
    form.showAll();
    if (texts.length > 0) setPressed(pressed + 1);
    else void goOn();
  };
  return (
    <>
      <StepHead {...step} title={t('story_editor.new_title')} lead={t('story_editor.new_lead')} named={false} />
      <form className={making.make} noValidate onSubmit={next}>
        <StoryFields
          form={form}
          top={
            <MissingList things={texts} asked={pressed}>
              {mayGoOn && (
                <Button small onClick={goOn}>
                  {t('story_editor.go_on_anyway')}
                </Button>
              )}
            </MissingList>
          }
          cover={
            <CoverPanel
              className={making.cover}
              upload={coverUpload}
              draft={draft}
              drawn={drawn}
              editable
              onDraft={saver.adopt}
            />
          }
        >
          <div className={making.goOn}>
            <SavedNote saver={saver} />
            <CloseButton form={form} isNamed={isNamed} />
            <Button kind="primary" type="submit" className={making.first} busy={isBusy}>
              {t('story_editor.next_chapter')}
            </Button>
          </div>
        </StoryFields>
      </form>
    </>
  );
}

/** Closes the form. Saving is automatic, but an explicit button is reassuring. */
function CloseButton({ form, isNamed }: { form: StepProps['form']; isNamed: boolean }) {
  const t = useT('story_editor');
  const leave = useLeave(form, isNamed);
  const [isBusy, setBusy] = useState(false);
  const close = async () => {
    setBusy(true);
    try {
      await form.saver.flush();
    } finally {
      setBusy(false);
    }
    leave(to.profile());
  };
  return (
    <Button kind="bare" busy={isBusy} onClick={close}>
      {t('story_editor.save_and_close')}
    </Button>
  );
}

interface ChapterStepProps extends StepProps {
  storyId: string;
  isShown: boolean;
  state: FirstChapterState;
  children: ReactNode;
}

/**
 * The step with the first chapter. Its form stays mounted while the rules are shown, and keeps saving until the story
 * is submitted.
 */
function ChapterStep({ storyId, isShown, state, children, ...step }: ChapterStepProps) {
  const t = useT('story_editor');
  const words: Record<FirstChapterState, string> = {
    empty: '',
    saving: t('story_editor.chapter_saving'),
    saved: t('story_editor.chapter_saved'),
    failed: t('story_editor.chapter_failed'),
  };
  return (
    <div className={making.mid} hidden={!isShown}>
      {isShown && <StepHead {...step} title={t('story_editor.chapter_title')} />}
      {children}
      <div className={making.goOn}>
        <p className={classNames(making.saved, state === 'failed' && making.warn)}>{words[state]}</p>
        {state === 'empty' && (
          <ButtonLink kind="bare" to={stepAddress(storyId, 3)}>
            {t('story_editor.write_later')}
          </ButtonLink>
        )}
        <ButtonLink kind="primary" className={making.first} to={stepAddress(storyId, 3)}>
          {t('story_editor.next_rules')}
        </ButtonLink>
      </div>
    </div>
  );
}

interface RulesStepProps extends StepProps {
  storyId: string;
  chapter: FirstChapterNews | null;
  onSent: () => void;
}

function RulesStep({ storyId, chapter, onSent, ...step }: RulesStepProps) {
  const { form } = step;
  const t = useT('story_editor');
  const { texts, rules: wrongRules } = useMissingThings(form);
  const submission = useSubmission(form.saver, chapter, onSent);
  const chapterThings: MissingThing[] = onStep(submission.chapterThings, storyId, 2);
  const things = [...onStep(texts, storyId, 1), ...chapterThings, ...wrongRules];
  const faces = useModeFaces();
  const then = form.values.mode && faces[form.values.mode].storyEditor.afterwards;
  // The story appears with its creator’s name.
  const name = useAskName();
  const publish = async (event: FormEvent) => {
    event.preventDefault();
    form.showAll();
    if (await name.save()) await submission.submit({ texts, rules: wrongRules });
  };
  return (
    <>
      <StepHead {...step} title={t('story_editor.rules_title')} lead={t('story_editor.rules_lead')} />
      <form className={rules.rules} noValidate onSubmit={publish}>
        <MissingList things={things} asked={submission.asked} />
        <RulesSentence form={form} withMode />
        <RulesFields form={form} />
        {name.field && <div className={rules.rule}>{name.field}</div>}
        <div className={making.goOn}>
          <SavedNote saver={form.saver} />
          <ButtonLink kind="bare" to={stepAddress(storyId, 2)}>
            {t('story_editor.back')}
          </ButtonLink>
          <Button kind="primary" type="submit" className={making.first} busy={submission.isBusy}>
            {t('story_editor.publish')}
          </Button>
        </div>
        <p className="small soft">{t('story_editor.publish_help')}</p>
        {then && <p className="small soft">{t(then)}</p>}
      </form>
    </>
  );
}
