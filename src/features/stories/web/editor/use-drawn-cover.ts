import { useEffect, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useFileUrl } from '#web/ui/picture/file-url.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { useTypingPause } from './use-typing-pause.ts';

const REDRAW_PAUSE = 300;

interface Subject {
  title: string;
  mode: WritingMode | null;
  author: string;
  language: Language;
}

/** The URL of the cover drawn from the current input. Null while title or mode is missing. */
export function useDrawnCover({ title, mode, author, language }: Subject): string | null {
  const tidy = title.replace(/\s+/gu, ' ').trim();
  const settled = useTypingPause(tidy, REDRAW_PAUSE);
  const [drawn, setDrawn] = useState<Blob | null>(null);
  useEffect(() => {
    if (settled === '' || mode === null) return setDrawn(null);
    let isGone = false;
    void import('../../model/cover/draw-cover.ts').then(({ drawCover }) => {
      const svg = drawCover({ title: settled, mode, author, lang: language });
      if (!isGone) setDrawn(new Blob([svg], { type: 'image/svg+xml' }));
    });
    return () => {
      isGone = true;
    };
  }, [settled, mode, author, language]);
  return useFileUrl(drawn);
}
