import { type ReactNode, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { PlainTranslationPage } from './plain-page.tsx';
import { readingPath } from './waiting.tsx';

/** Shown if the story has since changed to the translation’s language. The draft can only be deleted. */
export function SameLanguage({
  editorData,
  draft,
  announced,
  logo,
  onDeleted,
}: {
  editorData: TranslationEditorData;
  draft: TranslationDraft;
  announced: boolean;
  logo: ReactNode;
  onDeleted: (draft: TranslationDraft) => void;
}) {
  const t = useT('translate');
  const errorText = useErrorText();
  const nameOf = useLanguageName();
  const [isBusy, setBusy] = useState(false);
  const { source } = editorData;
  const language = nameOf(editorData.language);
  const remove = async () => {
    setBusy(true);
    try {
      await call(translationApi.delete, { translationId: draft.id });
      onDeleted(draft);
    } catch (error) {
      setBusy(false);
      toast(errorText(error));
    }
  };
  return (
    <PlainTranslationPage
      editorData={editorData}
      logo={logo}
      announced={announced}
      title={t('translate.same_title')}
      lead={t('translate.same_text', { language })}
      actions={
        <>
          {draft.can.delete && (
            <Button kind="primary" busy={isBusy} onClick={() => void remove()}>
              {t('translate.delete')}
            </Button>
          )}
          <ButtonLink to={readingPath(source, source.language)}>{t('translate.read_original')}</ButtonLink>
        </>
      }
    />
  );
}
