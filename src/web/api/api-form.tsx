import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { TextRule } from '#core/text-rules.ts';
import { useT } from '../i18n/i18n.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import styles from './api-form.module.css';
import { useErrorText } from './use-error-text.ts';
import { type Fields, type FieldsOptions, useFields } from './use-fields.ts';

interface ApiFormOptions<K extends string> extends FieldsOptions {
  /** Rules of the fields, in the order in which they are shown. */
  rules: Record<K, TextRule>;
  values: NoInfer<Record<K, string>>;
  /**
   * Checks what isn’t a field. On failure, shows the error, focuses it, and returns false. The error appears above the
   * fields, or below them if it is only checked when they are valid.
   */
  check?: (areFieldsRight: boolean) => boolean;
  /** Makes the call and handles its result. Gets the tidied values. Throws if it fails. */
  send: (values: Record<K, string>) => Promise<void>;
  /** Called first with the error of `send`. Returns true if it has handled it. */
  refused?: (error: unknown) => boolean;
  /** Called with an error that belongs to no field and that `refused` has not handled. */
  failed?: (error: unknown) => void;
  /** Called when an error is shown. The form stays busy until this is done. */
  onShown?: (error: unknown) => Promise<void>;
  /** Where an error that belongs to no field is shown. */
  failsIn?: 'banner' | 'toast';
}

export interface ApiFormState<K extends string> {
  fields: Fields<K>;
  isBusy: boolean;
  /** The error above the buttons, or null. */
  failure: string | null;
  submit: (event: FormEvent) => Promise<void>;
}

function tidied<K extends string>(rules: Record<K, TextRule>, values: Record<K, string>): Record<K, string> {
  const tidy = { ...values };
  for (const name in rules) tidy[name] = rules[name].tidy(values[name]);
  return tidy;
}

/**
 * State of a form that makes one API call. Fields are checked before it is sent, errors of the response appear at their
 * fields, and a form that is being sent isn’t sent again.
 */
export function useApiForm<K extends string>({
  rules,
  values,
  check,
  send,
  refused,
  failed,
  onShown,
  failsIn = 'banner',
  ...options
}: ApiFormOptions<K>): ApiFormState<K> {
  const errorText = useErrorText();
  const fields = useFields(rules, values, options);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Two presses of Enter can arrive before React renders.
  const isSending = useRef(false);

  const fail = async (error: unknown) => {
    if (!refused?.(error) && !fields.refuse(error)) {
      if (failsIn === 'toast') toast(errorText(error));
      else setFailure(errorText(error));
      failed?.(error);
    }
    await onShown?.(error);
  };

  return {
    fields,
    isBusy,
    failure,
    async submit(event) {
      event.preventDefault();
      // React bubbles events of a dialog to the form that opened it, even through a portal.
      event.stopPropagation();
      if (isSending.current) return;
      setFailure(null);
      const areFieldsRight = fields.check();
      // Checked last, because it is shown first and the first mistake gets the focus.
      const isRestRight = check?.(areFieldsRight) ?? true;
      if (!areFieldsRight || !isRestRight) return;
      isSending.current = true;
      setBusy(true);
      try {
        await send(tidied(rules, values));
      } catch (error) {
        await fail(error);
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    },
  };
}

/** A form in a dialog: its fields, the error, and the buttons to cancel and to submit. */
export function ApiForm<K extends string>({
  form: { submit, failure, isBusy },
  act,
  onCancel,
  children,
}: {
  form: ApiFormState<K>;
  /** Label of the submit button. */
  act: string;
  onCancel: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {children}
      {failure && <Banner kind="danger">{failure}</Banner>}
      <DialogActions>
        <Button kind="bare" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={isBusy}>
          {act}
        </Button>
      </DialogActions>
    </form>
  );
}
