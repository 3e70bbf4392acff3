import type { ReactNode } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { anyText } from '#core/text-rules.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { keptText } from '#web/api/kept-values.ts';
import { useKept } from '#web/api/use-kept.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { reason as reasonRule } from '../model/moderation-fields.ts';
import { REASON_MAX, REASON_MIN } from '../model/moderation-limits.ts';

const GIVEN = { reason: reasonRule };
const LEFT_EMPTY = { reason: anyText };

/** Asks for the reason of a rejection or removal, which the author will read. It is required for both (product §4). */
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
  /** Key under which the text is kept. */
  about: string;
  title: string;
  label: string;
  /** Label of the button. */
  act: string;
  /** The author’s language. Null if unknown. */
  language: Language | null;
  /** True if the reason may be empty. */
  isOptional?: boolean;
  /** Validates the fields in `children`: shows and focuses errors, and returns false if there are any. */
  check?: () => boolean;
  /** Shows server errors for the fields in `children`. Returns false if there are none. */
  refuse?: (error: unknown) => boolean;
  /** True for errors that are shown where the entry was. The reason is kept in case it is needed. */
  isOver?: (error: unknown) => boolean;
  /** Throws if it fails. */
  onGive: (reason: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useT('moderation', 'report', 'errors');
  // Keyed by subject, so that the reason survives when another text is opened or this one is submitted again.
  const { value: reason, change, forget } = useKept(`reason:${about}`, keptText, '');
  const form = useApiForm({
    rules: isOptional && reason === '' ? LEFT_EMPTY : GIVEN,
    values: { reason },
    ...(check ? { check } : {}),
    send: async () => {
      await onGive(reason);
      forget();
    },
    refused: (error) => {
      if (!isOver?.(error)) return refuse?.(error) ?? false;
      onClose();
      return true;
    },
  });
  return (
    <Dialog title={title} wide onClose={onClose}>
      <ApiForm form={form} act={act} onCancel={onClose}>
        {children}
        <TextArea
          {...form.fields.of('reason')}
          label={label}
          help={t('moderation.reason_help', { min: REASON_MIN, max: REASON_MAX })}
          count={String(lengthOf(reason))}
          lang={language ? LANGUAGE_TAGS[language] : undefined}
          required={!isOptional}
          value={reason}
          onChange={({ target }) => change(() => target.value)}
        />
      </ApiForm>
    </Dialog>
  );
}
