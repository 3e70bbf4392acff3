import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { EditorTopBar } from '#features/chapters/web/editor-page/editor-top-bar.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import type { TranslationEditorData } from '../../contract-views.ts';
import { backOf } from './back-link.ts';
import { storyInBarOf } from './editor.tsx';
import { useDirection } from './editor-header.tsx';

/** A page for a translation that can’t be edited: its status, and what can be done. */
export function PlainTranslationPage({
  editorData: { source, language },
  logo,
  into,
  announced,
  state,
  title,
  lead,
  actions,
  children,
}: {
  editorData: Pick<TranslationEditorData, 'source' | 'language'>;
  logo: ReactNode;
  into?: ReactNode;
  /** True if it replaces another page. The heading then takes the focus. */
  announced: boolean;
  /** Shown in the top bar. */
  state?: ReactNode;
  title: string;
  lead: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) {
  const t = useT('translate');
  const direction = useDirection();
  const heading = useHeadingFocus(announced, title);
  return (
    <>
      <EditorTopBar story={storyInBarOf(source)} logo={logo} back={backOf(source, t)}>
        {state}
      </EditorTopBar>
      <main id="main" className={classNames(editorPage.page, editorPage.flow)}>
        <p className="soft">
          <span lang={LANGUAGE_TAGS[source.language]}>{source.title}</span> · {direction(source.language, language)}
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={editorPage.lead} role="status">
          {lead}
        </p>
        {children}
        <div className={editorPage.actions}>{actions}</div>
        {into}
      </main>
    </>
  );
}
