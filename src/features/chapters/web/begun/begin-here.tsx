import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LANGUAGE_TAGS, type Language, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { countUnits } from '#core/units.ts';
import { useLogin } from '#features/accounts/web/login-context.tsx';
import { storyApi } from '#features/stories/contract.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterEditorData, type ChapterView, chapterApi } from '../../contract.ts';
import { BEGUN_KEPT, BEGUN_UNITS_MAX } from '../../model/begun-words.ts';
import { endingOf } from '../../model/ending.ts';
import { ChapterBefore } from '../editor-page/chapter-before.tsx';
import type { EditorsOfModes } from '../editor-page/editor-slots.ts';
import styles from './begun.module.css';
import { type BegunPlace, begunAt, isWithinBegun, keepBegun } from './begun-words.ts';

interface Props extends BegunPlace {
  modes: EditorsOfModes;
  /** What the visitor wants, as `kind:id`. */
  wish: string | undefined;
  /** Shown if visitors can’t write here. */
  otherwise: ReactNode;
}

/** Lets visitors start a chapter after another one, if that has a free place that anyone can take. */
export function BeginHere({ storyId, parentChapterId, modes, wish, otherwise }: Props) {
  const { data, error } = useQuery({
    queryKey: ['begin', storyId, parentChapterId],
    queryFn: async () => {
      const [story, chapter] = await Promise.all([
        call(storyApi.detail, { storyId }),
        call(chapterApi.detail, { chapterId: parentChapterId }),
      ]);
      const isFree = (await modes[story.mode]?.isFree?.(parentChapterId)) ?? false;
      return { story, isFree, before: beforeOf(chapter) };
    },
    retry: false,
  });
  if (error || data?.isFree === false) return otherwise;
  if (!data) return <Spinner />;
  const { story, before } = data;
  const place = { storyId, parentChapterId };
  return <Desk place={place} language={story.language} title={story.title} before={before} wish={wish} />;
}

/** The chapter that is continued, with its ending. Null if it is hidden. */
function beforeOf({ id, number, title, author, content }: ChapterView): ChapterEditorData['before'] {
  if (title === null || content === null || author === null) return null;
  return { id, number, title, author: author.username, ending: endingOf(content) };
}

interface DeskProps {
  place: BegunPlace;
  language: Language;
  title: string;
  before: ChapterEditorData['before'];
  wish: string | undefined;
}

function Desk({ place, language, title, before, wish }: DeskProps) {
  const t = useT('chapters');
  const openLogin = useLogin();
  const keptText = () => begunAt(place)?.text ?? '';
  const [text, setText] = useState(keptText);
  /** True while a character is being composed, because the length of the text isn’t known yet. */
  const [isComposing, setComposing] = useState(false);
  const ask = () => {
    toast(t('common.login_first'));
    openLogin({ reason: 'write', wish });
  };
  const change = (next: string, composing: boolean) => {
    if (!composing && !isWithinBegun(next)) {
      setText((before) => (isWithinBegun(before) ? before : keptText()));
      return ask();
    }
    setText(next);
    if (!composing) keepBegun(place, next);
  };
  const unit = lengthUnit(language);
  return (
    <div className={styles.desk}>
      <h1>{t('chapters.page_title')}</h1>
      <p>{t('chapters.begin_says', { count: BEGUN_UNITS_MAX, unit, days: BEGUN_KEPT / DAY })}</p>
      {before && (
        <ChapterBefore before={before} storyId={place.storyId} language={language} open={text.trim() === ''} />
      )}
      <TextArea
        label={t('chapters.text')}
        lang={LANGUAGE_TAGS[language]}
        rows={8}
        value={text}
        count={t('chapters.begun_of', { count: countUnits(text), max: BEGUN_UNITS_MAX })}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={({ currentTarget }) => {
          setComposing(false);
          change(currentTarget.value, false);
        }}
        onChange={({ target }) => change(target.value, isComposing)}
      />
      <div className={styles.acts}>
        <Button kind="primary" onClick={ask}>
          {t('chapters.submit')}
        </Button>
        <Button onClick={ask}>{t('common.save')}</Button>
        <ButtonLink kind="bare" to={to.chapter({ storyId: place.storyId, chapterId: place.parentChapterId })}>
          {t('chapters.begin_back', { title })}
        </ButtonLink>
      </div>
    </div>
  );
}
