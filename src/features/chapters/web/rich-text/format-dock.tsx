import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import type { Language } from '#core/languages.ts';
import { FormatButtons } from './format-buttons.tsx';
import { LinkForm } from './link-form.tsx';
import { useCoarsePointer, useEditorFacts } from './use-editor-facts.ts';

/** On touch screens the toolbar sits above the keyboard while the text has the focus. */
export function FormatDock({ editor, language }: { editor: Editor; language: Language }) {
  const isCoarse = useCoarsePointer();
  const isFocused = useEditorFacts(editor, (it) => it.isFocused);
  const [linking, setLinking] = useState(false);
  if (!isCoarse || !(isFocused || linking)) return null;
  return linking ? (
    <LinkForm editor={editor} onDone={() => setLinking(false)} />
  ) : (
    <FormatButtons editor={editor} language={language} docked onLink={() => setLinking(true)} />
  );
}
