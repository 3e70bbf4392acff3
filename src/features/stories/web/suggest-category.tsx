import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { keptTexts } from '#web/api/kept-values.ts';
import { useKept } from '#web/api/use-kept.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { categoryApi } from '../contract-categories.ts';
import { similarNames } from '../model/categories.ts';
import { categoryName, suggestionReason } from '../model/category-fields.ts';
import { useCategories } from './use-categories.ts';

const RULES = { name: categoryName, reason: suggestionReason };
const EMPTY = { name: '', reason: '' };
const readDraft = keptTexts(EMPTY);

/** The form for suggesting a category (spec §2). Shows similar categories while typing. */
export function SuggestCategory({ onClose }: { onClose: () => void }) {
  const t = useT('feedback', 'errors');
  const { value: draft, forget, ...kept } = useKept('suggest-category', readDraft, EMPTY);
  const known = useCategories().map((category) => category.name);
  const near = similarNames(draft.name, known);
  const change = (part: Partial<typeof EMPTY>) => kept.change((before) => ({ ...before, ...part }));

  const form = useApiForm({
    rules: RULES,
    values: draft,
    send: async () => {
      await call(categoryApi.suggest, draft);
      forget();
      onClose();
      toast(t('suggest.sent'));
    },
  });

  return (
    <Dialog title={t('suggest.title')} onClose={onClose}>
      <ApiForm form={form} act={t('suggest.send')} onCancel={onClose}>
        <TextField
          {...form.fields.of('name')}
          label={t('suggest.name')}
          required
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <p className="small soft" role="status">
          {near.length > 0 && t('suggest.near', { names: near.join(' · ') })}
        </p>
        <TextArea
          {...form.fields.of('reason')}
          label={t('suggest.reason')}
          required
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </ApiForm>
    </Dialog>
  );
}
