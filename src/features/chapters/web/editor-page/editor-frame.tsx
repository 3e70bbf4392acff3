import { History } from 'lucide';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import type { ChapterEditorData } from '../../contract.ts';
import { FindBar } from '../rich-text/find-bar.tsx';
import { FormatDock } from '../rich-text/format-dock.tsx';
import { UndoButtons } from '../rich-text/undo-buttons.tsx';
import { useCoarsePointer } from '../rich-text/use-editor-facts.ts';
import type { Clash, Writing } from '../saving/use-writing.ts';
import type { Written } from '../saving/written.ts';
import { ChapterBefore } from './chapter-before.tsx';
import { fromMenu } from './editor-menu.tsx';
import { TextNotices } from './editor-notices.tsx';
import styles from './editor-page.module.css';
import { EditorTopBar } from './editor-top-bar.tsx';
import { LanguageNotice } from './language-notice.tsx';
import { LengthGauge } from './length-strip.tsx';
import { Preview } from './preview.tsx';
import { SavedState } from './saved-state.tsx';
import { SignInAgain } from './sign-in.tsx';
import { TwoVersions } from './two-versions.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { usePhone } from './use-phone.ts';
import { Versions } from './versions.tsx';
import { OwnStoryButton } from './ways-on.tsx';
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
  memberId: string;
  /** The menu, with the items of every editor. */
  menu: (items: ReactNode) => ReactNode;
  submit: ReactNode;
  /** Notices about this text, before the author continues. */
  notices: ReactNode;
  /** Above the ending of the preceding chapter. */
  above?: ReactNode;
  /** Below the text. */
  below?: ReactNode;
  /** The number that the chapter has or will have, for the preview. */
  number: number;
}

type View = { name: 'text' } | { name: 'versions' } | { name: 'preview' } | { name: 'choose'; clash: Clash };

const OPEN_VERSIONS = 'open-versions';
const CLOSE_VIEW = 'close-view';

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
  memberId,
  menu,
  submit,
  notices,
  above,
  below,
  number,
}: Props) {
  const t = useT('chapters');
  const nameOf = useLanguageName();
  const [view, setView] = useState<View>({ name: 'text' });
  const [isBlankAtFirst] = useState(writing.units === 0);
  const [isFinding, setFinding] = useState(false);
  const isPhone = usePhone();
  const isCoarse = useCoarsePointer();
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
  // On a phone, the author shouldn’t have to look for the line to write on.
  const { text } = writing;
  const [focusesText] = useState(isPhone && isBlankAtFirst && !announced);
  useEffect(() => {
    if (focusesText && text) text.editor.commands.focus('start', { scrollIntoView: false });
  }, [focusesText, text]);
  const isAside = view.name === 'versions' || view.name === 'preview';
  // Each of the two buttons replaces the other, so the focus moves with it.
  const wasAside = useRef(false);
  useEffect(() => {
    if (isAside !== wasAside.current) document.getElementById(isAside ? CLOSE_VIEW : OPEN_VERSIONS)?.focus();
    wasAside.current = isAside;
  }, [isAside]);
  const items = (
    <>
      <button type="button" onClick={fromMenu(() => setFinding(true))}>
        {t('chapters.find')}
      </button>
      <button type="button" onClick={fromMenu(() => setView({ name: 'preview' }))}>
        {t('chapters.preview')}
      </button>
    </>
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isAside && !event.defaultPrevented) return showText();
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
      <EditorTopBar story={story} logo={logo} withLanguage>
        <SavedState state={state} savedAt={draft?.savedAt ?? null} />
        {isAside ? (
          <Button id={CLOSE_VIEW} onClick={showText}>
            {t('chapters.close')}
          </Button>
        ) : (
          <>
            {writing.text && editable && !isPhone && !isCoarse && <UndoButtons editor={writing.text.editor} />}
            <Button
              id={OPEN_VERSIONS}
              kind="icon"
              aria-label={t('chapters.versions')}
              title={t('chapters.versions')}
              onClick={() => setView({ name: 'versions' })}
            >
              <Icon of={History} />
            </Button>
            {menu(items)}
            {!isPhone && submit}
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
        <LanguageNotice seemsIn={writing.seemsIn} language={story.language} kind="warn">
          {(language) => (
            <>
              <ButtonLink small to={to.search({ language })}>
                {t('chapters.stories_in', { language: nameOf(language) })}
              </ButtonLink>
              <OwnStoryButton read={writing.read} language={language} memberId={memberId} draft={draft} />
            </>
          )}
        </LanguageNotice>
        <TextNotices writing={writing} language={story.language} onCompare={compare} />
        <div className={styles.before}>
          {above}
          {before && (
            <ChapterBefore before={before} storyId={story.id} language={story.language} open={isBlankAtFirst} />
          )}
        </div>
        {isFinding && text && <FindBar editor={text.editor} onClose={() => setFinding(false)} />}
        <WritingSheet
          writing={writing}
          language={story.language}
          hint={hint}
          flagged={flagged}
          editable={editable}
          withChoice={withChoice}
          textFirst={isPhone}
          onFind={() => setFinding(true)}
        />
        {below}
      </main>
      {view.name === 'text' && (
        <footer className={styles.strip}>
          {writing.text && editable && <FormatDock editor={writing.text.editor} language={story.language} />}
          <div className={`wrap ${styles.stripLine}`}>
            <LengthGauge units={units} bounds={bounds} language={story.language} mode={story.mode} />
            {isPhone && <div className={styles.stripSubmit}>{submit}</div>}
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
      {view.name === 'preview' && <Preview story={story} before={before} number={number} written={writing.read()} />}
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
