import { History } from 'lucide';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import type { ChapterEditorData } from '../../contract.ts';
import { FormatDock } from '../rich-text/format-dock.tsx';
import type { Clash, Writing } from '../saving/use-writing.ts';
import type { Written } from '../saving/written.ts';
import { ChapterBefore } from './chapter-before.tsx';
import { TextNotices } from './editor-notices.tsx';
import styles from './editor-page.module.css';
import { EditorTopBar } from './editor-top-bar.tsx';
import { LengthGauge } from './length-strip.tsx';
import { SavedState } from './saved-state.tsx';
import { SignInAgain } from './sign-in.tsx';
import { TwoVersions } from './two-versions.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { Versions } from './versions.tsx';
import { WritingSheet } from './writing-sheet.tsx';

interface Props {
  editorData: Pick<ChapterEditorData, 'story' | 'before'>;
  writing: Writing;
  logo: ReactNode;
  title: string;
  /** The text was rejected or withdrawn while the page was open: the heading takes the focus. */
  announced?: boolean;
  /** Placeholder of the empty text. */
  hint: string;
  bounds: { minUnits: number; maxUnits: number };
  editable: boolean;
  withChoice?: boolean;
  /** Words flagged by the automatic check. */
  flagged?: readonly string[];
  menu: ReactNode;
  submit: ReactNode;
  /** Notices about this text, before the author continues. */
  notices: ReactNode;
  /** Above the ending of the preceding chapter. */
  above?: ReactNode;
  /** Below the text. */
  below?: ReactNode;
}

type View = { name: 'text' } | { name: 'versions' } | { name: 'choose'; clash: Clash };

const OPEN_VERSIONS = 'open-versions';
const CLOSE_VERSIONS = 'close-versions';

/** The page around the text in an editor. The text stays mounted while versions or a choice are shown. */
export function EditorFrame({
  editorData: { story, before },
  writing,
  logo,
  title,
  announced = false,
  hint,
  bounds,
  editable,
  withChoice = false,
  flagged = [],
  menu,
  submit,
  notices,
  above,
  below,
}: Props) {
  const t = useT('chapters');
  const [view, setView] = useState<View>({ name: 'text' });
  const [isBlankAtFirst] = useState(writing.units === 0);
  const heading = useHeadingFocus(announced);
  useKeyboardInset();
  const { draft, units, state, saver, isConflict, clash } = writing;
  // A version conflict opens the choice right away. “Decide later” leads back to the text.
  useEffect(() => {
    const found = isConflict ? clash() : null;
    if (found) setView({ name: 'choose', clash: found });
  }, [isConflict, clash]);
  const compare = () => {
    const found = clash();
    if (found) setView({ name: 'choose', clash: found });
  };
  const showText = () => setView({ name: 'text' });
  // Each of the two buttons replaces the other, so the focus moves with it.
  const wasOpen = useRef(false);
  useEffect(() => {
    const isOpen = view.name === 'versions';
    if (isOpen !== wasOpen.current) document.getElementById(isOpen ? CLOSE_VERSIONS : OPEN_VERSIONS)?.focus();
    wasOpen.current = isOpen;
  }, [view.name]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && view.name === 'versions' && !event.defaultPrevented) return showText();
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void saver.flush();
  };
  const chosen = (found: Clash, written: Written) => {
    writing.choose(found, written);
    showText();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl S saves wherever the focus is
    <div className={styles.whole} onKeyDown={onKeyDown}>
      <EditorTopBar story={story} logo={logo}>
        <SavedState state={state} savedAt={draft?.savedAt ?? null} />
        {view.name === 'versions' ? (
          <Button id={CLOSE_VERSIONS} onClick={showText}>
            {t('chapters.close')}
          </Button>
        ) : (
          <>
            <Button
              id={OPEN_VERSIONS}
              kind="icon"
              aria-label={t('chapters.versions')}
              title={t('chapters.versions')}
              onClick={() => setView({ name: 'versions' })}
            >
              <Icon of={History} />
            </Button>
            {menu}
            {submit}
          </>
        )}
      </EditorTopBar>
      <main
        id={view.name === 'text' ? 'main' : undefined}
        hidden={view.name !== 'text'}
        className={classNames(styles.page, ['zh', 'ja', 'ko'].includes(story.language) && styles.cjk)}
      >
        <h1 ref={heading} className="hide" tabIndex={-1}>
          {title}
        </h1>
        {state === 'signed_out' && <SignInAgain />}
        {notices}
        <TextNotices writing={writing} language={story.language} onCompare={compare} />
        <div className={styles.before}>
          {above}
          {before && (
            <ChapterBefore before={before} storyId={story.id} language={story.language} open={isBlankAtFirst} />
          )}
        </div>
        <WritingSheet
          writing={writing}
          language={story.language}
          hint={hint}
          flagged={flagged}
          editable={editable}
          withChoice={withChoice}
        />
        {below}
      </main>
      {view.name === 'text' && (
        <footer className={styles.strip}>
          {writing.text && editable && <FormatDock editor={writing.text.editor} language={story.language} />}
          <div className={`wrap ${styles.stripLine}`}>
            <LengthGauge units={units} bounds={bounds} language={story.language} mode={story.mode} />
          </div>
        </footer>
      )}
      {view.name === 'versions' && (
        <main id="main">
          <h1 className="hide">{t('chapters.versions')}</h1>
          {draft ? (
            <Versions
              draft={draft}
              now={writing.read()}
              units={units}
              language={story.language}
              mode={story.mode}
              onSave={editable ? async () => ((await saver.flush()) ? saver.draft : null) : undefined}
              onRestored={(next) => {
                writing.accept(next);
                showText();
              }}
            />
          ) : (
            <div className={styles.page}>
              <Empty title={t('chapters.no_versions')}>
                <p className="soft">{t('chapters.no_versions_text')}</p>
              </Empty>
            </div>
          )}
        </main>
      )}
      {view.name === 'choose' && (
        <main id="main">
          <TwoVersions
            clash={view.clash}
            language={story.language}
            onLater={showText}
            onChosen={(written) => chosen(view.clash, written)}
          />
        </main>
      )}
    </div>
  );
}
