import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchLists } from '#features/messages/web/message-lists.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { refresh } from '#web/navigation/refresh.ts';
import { rememberFocus } from '#web/ui/focus.ts';
import { toast } from '#web/ui/toast.ts';
import { storyKey } from './use-story-viewer.ts';

interface Outcome<Answer> {
  /** The toast after a success. */
  done?: string | ((answer: Answer) => string);
  /** The undo button of the toast. */
  undo?: { label: string; run: () => void };
  /** Returns true if it has already shown the error. */
  refused?: (error: unknown) => boolean;
}

/**
 * Runs an action that affects who writes in a story, or when. Shows the result, then refetches everything that the page
 * shows of the story, even after an error, because another member may have acted first.
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
    // The pressed button may be gone by now.
    setTimeout(() => {
      if (document.activeElement === document.body) restoreFocus();
    });
    return isDone;
  };
  return { isBusy, act };
}
