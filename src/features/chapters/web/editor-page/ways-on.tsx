import { type ReactNode, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useModes } from '#features/stories/web/modes.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { newKey } from '#web/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { useHref } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import { plainText } from '../../model/document.ts';
import { makeOwnStory, type OwnStoryAttempt } from '../saving/own-story.ts';
import { useChapterForms } from '../saving/use-chapter-forms.ts';
import type { Written } from '../saving/written.ts';
import styles from './editor-page.module.css';

/** Copies the text and its other fields. */
function CopyWords({ read }: { read: () => Written }) {
  const t = useT('chapters');
  const copy = async () => {
    const { title, choice, summary, document } = read();
    const words = [choice, title, summary, plainText(document)].filter((part) => part.trim() !== '');
    try {
      await navigator.clipboard.writeText(words.join('\n\n'));
      toast(t('chapters.copied'));
    } catch {
      toast(t('chapters.copy_failed'));
    }
  };
  return (
    <Button small onClick={() => void copy()}>
      {t('chapters.copy_words')}
    </Button>
  );
}

/** Makes a story of the member’s own from the words. Their draft in this story is then deleted; it can be restored. */
export function OwnStoryButton({
  read,
  language,
  memberId,
  draft = null,
  onMade,
}: {
  read: () => Written;
  language: Language;
  memberId: string;
  draft?: ChapterDraft | null;
  /** Called before the page is left. */
  onMade?: () => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const href = useHref();
  const forms = useChapterForms();
  const modes = useModes();
  const [attempt] = useState<OwnStoryAttempt>(() => ({ key: newKey(), storyId: null }));
  const [isBusy, setBusy] = useState(false);
  const mode = Object.values(modes).find(({ isShared }) => !isShared)?.id;
  if (!mode) return null;
  const make = async () => {
    setBusy(true);
    try {
      const storyId = await makeOwnStory(forms, read(), { language, mode, as: memberId, attempt });
      // The words are in the new story. If this fails, they are in both.
      const isMoved =
        draft?.can.delete === true &&
        (await call(chapterApi.delete, { chapterId: draft.id }).then(
          () => true,
          () => false,
        ));
      onMade?.();
      const say = isMoved ? t('chapters.own_story_moved') : t('chapters.own_story_made');
      leaveFor(href(to.editStory({ storyId })), { say });
    } catch (error) {
      toast(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Button small busy={isBusy} onClick={() => void make()}>
      {t('chapters.own_story')}
    </Button>
  );
}

/** What the author can do with words that can no longer be saved in this story. */
export function WaysOn({ children, ...own }: Parameters<typeof OwnStoryButton>[0] & { children?: ReactNode }) {
  return (
    <span className={styles.actions}>
      {children}
      <OwnStoryButton {...own} />
      <CopyWords read={own.read} />
    </span>
  );
}
