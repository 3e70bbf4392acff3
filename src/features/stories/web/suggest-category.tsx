import { type FormEvent, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { categoryApi } from '../contract-categories.ts';
import { similarNames } from '../model/categories.ts';
import styles from './suggest-category.module.css';
import { useCategories } from './use-categories.ts';

const { name, reason } = categoryApi.suggest.input.shape;
const SCHEMAS = { name, reason };
const EMPTY = { name: '', reason: '' };

// A dialog closed by mistake loses nothing.
let kept = EMPTY;

/** Suggests a category (spec §2). What is like it already is named while one types. */
export function SuggestCategory({ onClose }: { onClose: () => void }) {
  const t = useT('feedback', 'errors');
  const errorText = useErrorText();
  const [draft, setDraft] = useState(kept);
  const fields = useFields(SCHEMAS, draft);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const known = useCategories().map((category) => category.name);
  const near = similarNames(draft.name, known);
  const change = (part: Partial<typeof EMPTY>) => {
    kept = { ...kept, ...part };
    setDraft(kept);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The editor around it has a form of its own, which portals do not keep events from.
    event.stopPropagation();
    setFailure(null);
    if (!fields.check()) return;
    setBusy(true);
    try {
      await call(categoryApi.suggest, draft);
      kept = EMPTY;
      onClose();
      toast(t('suggest.sent'));
    } catch (error) {
      if (!fields.refuse(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={t('suggest.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          {...fields.of('name')}
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
          {...fields.of('reason')}
          label={t('suggest.reason')}
          required
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
        {failure && <Banner kind="danger">{failure}</Banner>}
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t('suggest.send')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
