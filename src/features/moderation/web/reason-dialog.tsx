import { type FormEvent, type ReactNode, useState } from 'react';
import { lengthOf } from '#core/fields.ts';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { moderationApi } from '../contract.ts';
import { REASON_MAX, REASON_MIN } from '../model/moderation-limits.ts';
import styles from './case-file.module.css';

const SCHEMAS = { reason: moderationApi.reject.input.shape.reason };

/**
 * Reasons that were begun, by what they are about: a dialog closed by mistake loses nothing, and neither does looking at
 * another text, or this one being sent again meanwhile.
 */
const kept = new Map<string, string>();

/** Why something is sent back or taken out, as its author will read it. There is neither without it (product §4). */
export function ReasonDialog({
  about,
  title,
  label,
  act,
  language,
  isOptional = false,
  check,
  refuse,
  isOver,
  onGive,
  onClose,
  children,
}: {
  /** What the reason is about, to keep it by. */
  about: string;
  title: string;
  label: string;
  /** What the button says. */
  act: string;
  /** The author reads it in this one; null where that is not known. */
  language: Language | null;
  /** True where it may be left empty. */
  isOptional?: boolean;
  /** Looks at what `children` ask for: shows what is wrong, goes there, and is false when something is. */
  check?: () => boolean;
  /** Shows what the server found wrong with what `children` ask for; false when nothing. */
  refuse?: (error: unknown) => boolean;
  /** True for a failure that is told where the text stands; the reason is kept for when it is wanted. */
  isOver?: (error: unknown) => boolean;
  /** Throws when it is not done. */
  onGive: (reason: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useT('moderation', 'report', 'errors');
  const errorText = useErrorText();
  const [reason, setReason] = useState(kept.get(about) ?? '');
  const fields = useFields(SCHEMAS, { reason });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (text: string) => {
    kept.set(about, text);
    setReason(text);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (busy) return;
    const isReasonRight = (isOptional && reason === '') || fields.check();
    // Last, since it stands first: the focus is where the first mistake is.
    const isRestRight = check?.() ?? true;
    if (!isReasonRight || !isRestRight) return;
    setBusy(true);
    try {
      await onGive(reason);
      kept.delete(about);
    } catch (error) {
      if (isOver?.(error)) onClose();
      else if (!refuse?.(error) && !fields.refuse(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} wide onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {children}
        <TextArea
          {...fields.of('reason')}
          label={label}
          help={t('moderation.reason_help', { min: REASON_MIN, max: REASON_MAX })}
          count={String(lengthOf(reason))}
          lang={language ? LANGUAGE_TAGS[language] : undefined}
          required={!isOptional}
          value={reason}
          onChange={(event) => change(event.target.value)}
        />
        {failure && <Banner kind="danger">{failure}</Banner>}
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {act}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
