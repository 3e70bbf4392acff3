import { type ReactNode, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import { EditorGate } from '#features/chapters/web/editor-page/editor-gate.tsx';
import { call } from '#web/api/client.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import styles from './editor.module.css';
import { TranslationEditor } from './editor.tsx';
import { PlainTranslationPage } from './plain-page.tsx';
import { SameLanguage } from './same-language.tsx';
import { TranslationStart } from './start.tsx';
import { isTranslationInReview, readingPath, SubmittedTranslation } from './waiting.tsx';

interface EditorPageProps {
  address: { storyId: string; chapterId: string | null; language: Language | null };
  logo: ReactNode;
  /** Opens the same page for another language. */
  onLanguage: (language: Language) => void;
}

/** The translation editor (spec §2), and the pages for every other status of a translation. */
export function TranslationEditorPage({ address, logo, onLanguage }: EditorPageProps) {
  const t = useT('translate');
  const { storyId, chapterId, language } = address;
  return (
    <EditorGate
      name={['translation', 'editor', address]}
      storyId={storyId}
      ask={{ title: t('translate.page_title'), text: t('translate.login_text') }}
      open={() =>
        call(translationApi.editor, { storyId, ...(chapterId ? { chapterId } : {}), ...(language ? { language } : {}) })
      }
    >
      {({ editorData, memberId, isAgain, onReopen }) => (
        <OpenEditor
          editorData={editorData}
          memberId={memberId}
          isAgain={isAgain}
          logo={logo}
          onLanguage={onLanguage}
          onReopen={onReopen}
        />
      )}
    </EditorGate>
  );
}

function OpenEditor({
  editorData: opened,
  memberId,
  isAgain,
  logo,
  onLanguage,
  onReopen,
}: Pick<EditorPageProps, 'logo' | 'onLanguage'> & {
  editorData: TranslationEditorData;
  memberId: string;
  isAgain: boolean;
  onReopen: () => void;
}) {
  const t = useT('translate');
  const [draft, setDraft] = useState(opened.draft);
  const [deleted, setDeleted] = useState<TranslationDraft | null>(null);
  const editorData = { ...opened, draft };
  const announced = isAgain || draft !== opened.draft;
  const { published, former, source, language } = opened;
  const into = (
    <label className={styles.into}>
      <span>{t('translate.into')}</span>
      <select
        value={language}
        onChange={({ currentTarget }) => isLanguage(currentTarget.value) && onLanguage(currentTarget.value)}
      >
        {LANGUAGES.filter((other) => other !== source.language).map((other) => (
          <option key={other} value={other} lang={LANGUAGE_TAGS[other]}>
            {LANGUAGE_NAMES[other]}
          </option>
        ))}
      </select>
    </label>
  );
  if (deleted) return <Deleted editorData={editorData} draft={deleted} logo={logo} onReopen={onReopen} />;
  if (draft && isTranslationInReview(draft))
    return (
      <SubmittedTranslation
        editorData={editorData}
        draft={draft}
        announced={announced}
        logo={logo}
        onDraft={setDraft}
        onReopen={onReopen}
      />
    );
  if (!draft && (published || former))
    return (
      <TranslationStart editorData={editorData} announced={announced} logo={logo} into={into} onDraft={setDraft} />
    );
  if (draft && source.language === language)
    return (
      <SameLanguage editorData={editorData} draft={draft} announced={announced} logo={logo} onDeleted={setDeleted} />
    );
  if (draft && !draft.can.save)
    return (
      <PlainTranslationPage
        editorData={editorData}
        logo={logo}
        into={into}
        announced={announced}
        title={t('translate.not_now')}
        lead={t('translate.not_now_text')}
        actions={<ButtonLink to={readingPath(source, source.language)}>{t('translate.read_original')}</ButtonLink>}
      />
    );
  return (
    <TranslationEditor
      // Remounts when the draft changes in another way than by editing: after it was started or withdrawn.
      key={draft ? `${draft.id} ${draft.submittedAt}` : 'new'}
      editorData={editorData}
      memberId={memberId}
      announced={announced}
      logo={logo}
      into={into}
      onDraft={setDraft}
      onDeleted={setDeleted}
      onReopen={onReopen}
    />
  );
}

/** Shown after deleting, with undo and links to other pages. */
function Deleted({
  editorData,
  draft,
  logo,
  onReopen,
}: {
  editorData: TranslationEditorData;
  draft: TranslationDraft;
  logo: ReactNode;
  onReopen: () => void;
}) {
  const t = useT('translate');
  const { bringBack, isPending } = useUndelete({
    undelete: () => call(translationApi.undelete, { translationId: draft.id }),
    onBack: onReopen,
  });
  return (
    <PlainTranslationPage
      editorData={editorData}
      logo={logo}
      announced
      title={t('translate.deleted')}
      lead={t('translate.deleted_text')}
      actions={
        <>
          <Button kind="primary" busy={isPending} onClick={bringBack}>
            {t('translate.bring_back')}
          </Button>
          <ButtonLink to={readingPath(editorData.source, editorData.source.language)}>
            {t('translate.read_original')}
          </ButtonLink>
        </>
      }
    />
  );
}
