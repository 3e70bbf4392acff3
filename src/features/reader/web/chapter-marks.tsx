import { useEffect } from 'react';
import { markRead } from '#web/boot/reading.ts';
import { REPLACED } from '#web/boot/replaced.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { MemberMarks } from './member-marks.tsx';
import { type StoryReading, useStoryReading } from './reading-store.ts';

/** Marks the chapters that this reader has read, and where they left off. */
export function ChapterMarks({ storyId }: { storyId: string }) {
  const t = useT('stories');
  const reading = useStoryReading(storyId);
  const stoppedHere = t('story.stopped_here');
  useEffect(() => {
    // The boot script has already marked the chapters for visitors.
    if (reading.hereId === null && reading.read.size === 0) return;
    const mark = () => markChapters(reading, stoppedHere);
    mark();
    addEventListener(REPLACED, mark);
    return () => {
      removeEventListener(REPLACED, mark);
      markChapters(NOTHING, stoppedHere);
    };
  }, [reading, stoppedHere]);
  return <MemberMarks storyId={storyId} />;
}

const NOTHING: StoryReading = { read: new Set(), hereId: null };

function markChapters({ read, hereId }: StoryReading, stoppedHere: string): void {
  document.querySelector('[data-stopped]')?.remove();
  document.querySelector('[data-here]')?.removeAttribute('data-here');
  markRead(read);
  const here = document.querySelector(`[data-chapter="${hereId}"]`);
  if (!here) return;
  here.setAttribute('data-here', '');
  const note = document.createElement('span');
  note.dataset.stopped = '';
  note.textContent = stoppedHere;
  here.querySelector('time')?.after(note);
}
