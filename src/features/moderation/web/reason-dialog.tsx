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
