import { useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import type { Writing } from '../saving/use-writing.ts';
import { LineFields } from './line-fields.tsx';
import room from './room.module.css';
import type { Ready } from './use-ready.ts';

/** In the dialog before submitting: the fields that were missing when it opened. */
export function AskedLines({ writing, ready, language }: { writing: Writing; ready: Ready; language: Language }) {
  const t = useT('chapters');
  const [shown] = useState(ready.linesMissing);
  if (shown.length === 0) return null;
  return (
    <div className={room.asked}>
      <p>{t('chapters.asked_lines')}</p>
      <LineFields writing={writing} language={language} editable shown={shown} namesTitle />
    </div>
  );
}
