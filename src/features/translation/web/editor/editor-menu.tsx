import { Ellipsis } from 'lucide';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft } from '../../contract-views.ts';
import type { Translating } from './use-translating.ts';

/** Menu to delete the translation. The next page offers to undo that. */
export function TranslationEditorMenu({
  translating: { draft, saver },
  onDeleted,
}: {
  translating: Translating;
  onDeleted: (draft: TranslationDraft) => void;
}) {
  const t = useT('translate', 'chapters');
  const errorText = useErrorText();
  if (!draft?.can.delete) return null;
  const remove = async () => {
    try {
      await saver.flush();
      await call(translationApi.delete, { translationId: draft.id });
      onDeleted(draft);
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <Menu label={t('chapters.more')} kind="icon" face={<Icon of={Ellipsis} />}>
      <button type="button" data-leaves onClick={() => void remove()}>
        {t('translate.delete')}
      </button>
    </Menu>
  );
}
