import { useEffect, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useFileUrl } from '#web/ui/picture/file-url.ts';
import type { CoverSubject } from '../../model/cover/cover-subject.ts';
import type { ModeModel } from '../../model/mode-model.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { useModes } from '../modes.ts';
import { useTypingPause } from './use-typing-pause.ts';

const REDRAW_PAUSE = 300;

interface Subject {
  title: string;
  mode: WritingMode | null;
  author: string;
  language: Language;
}

/** Loads what draws covers, and draws one. */
async function drawLater(model: ModeModel, subject: CoverSubject): Promise<string> {
  const [{ drawCover, loadArt }] = await Promise.all([import('../../model/cover/draw-cover.ts'), model.loadThreads()]);
  return drawCover(subject, await loadArt(model));
}

/** The URL of the cover drawn from the current input. Null while title or mode is missing. */
export function useDrawnCover({ title, mode, author, language }: Subject): string | null {
  const tidy = title.replace(/\s+/gu, ' ').trim();
  const settled = useTypingPause(tidy, REDRAW_PAUSE);
  const modes = useModes();
  const [drawn, setDrawn] = useState<Blob | null>(null);
  useEffect(() => {
    if (settled === '' || mode === null) return setDrawn(null);
    let isGone = false;
    void drawLater(modes[mode], { title: settled, mode, author, lang: language }).then((svg) => {
      if (!isGone) setDrawn(new Blob([svg], { type: 'image/svg+xml' }));
    });
    return () => {
      isGone = true;
    };
  }, [settled, modes, mode, author, language]);
  return useFileUrl(drawn);
}
