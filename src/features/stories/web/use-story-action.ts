import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchLists } from '#features/messages/web/message-lists.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { refresh } from '#web/navigation/refresh.ts';
import { rememberFocus } from '#web/ui/focus.ts';
import { toast } from '#web/ui/toast.ts';
import { storyKey } from './use-story-viewer.ts';

interface Outcome<Answer> {
  /** Said when it is done. */
  done?: string | ((answer: Answer) => string);
  /** The way back, offered with what is said. */
  undo?: { label: string; run: () => void };
  /** True when the error was shown already. */
  refused?: (error: unknown) => boolean;
}

/**
 * Does something that changes who writes in a story, or when. Says what became of it; then everything that this page
 * shows of the story is asked for anew, also when it was refused: somebody else may have been faster.
 */
export function useStoryAction(storyId: string) {
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  const act = async <Answer>(ask: () => Promise<Answer>, { done, undo, refused }: Outcome<Answer> = {}) => {
    const restoreFocus = rememberFocus();
    setBusy(true);
    let isDone = false;
    try {
      const answer = await ask();
      isDone = true;
      if (done) toast(typeof done === 'function' ? done(answer) : done, undo);
    } catch (error) {
      if (!refused?.(error)) toast(errorText(error));
    }
    refetchLists();
    await Promise.all([client.invalidateQueries({ queryKey: storyKey(storyId) }), refresh()]);
    setBusy(false);
    // What was pressed may be gone by now, with what it was about.
    setTimeout(() => {
      if (document.activeElement === document.body) restoreFocus();
    });
    return isDone;
  };
  return { isBusy, act };
}
