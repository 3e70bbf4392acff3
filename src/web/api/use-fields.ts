import { type FocusEvent, useRef, useState } from 'react';
import { problemOf, type TextRule } from '#core/text-rules.ts';
import { useFieldText } from '../i18n/field-text.ts';
import { ApiError } from './client.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Props of a field’s control. */
interface FieldProps {
  name: string;
  error: string | undefined;
  ref: (element: Control | null) => void;
  onBlur: (event: FocusEvent<Control>) => void;
}

export interface FieldsOptions {
  /** Shows the error of a field as soon as it is left, even if it is empty or a button is pressed next. */
  showsWhenLeft?: boolean;
}

export interface Fields<K extends string> {
  /** True if every field satisfies its rule. */
  isRight: boolean;
  of: (name: K) => FieldProps;
  /** Shows all errors from now on, and focuses the first field that has one. Returns false if there is any. */
  check: () => boolean;
  /**
   * Shows the server’s errors of fields until they are changed, and focuses the first one. Returns false if there is
   * none.
   */
  refuse: (error: unknown) => boolean;
  /** Prepares for another entry after one was submitted: clears the errors and focuses the first field. */
  startAnew: () => void;
}

/**
 * Fields of a small form, checked by the rules of the API call. Errors are shown when the form is submitted, or when
 * the user moves on to the next field. From then on each change is checked, so that the error disappears as soon as
 * possible.
 */
export function useFields<K extends string>(
  rules: Record<K, TextRule>,
  values: NoInfer<Record<K, string>>,
  { showsWhenLeft = false }: FieldsOptions = {},
): Fields<K> {
  const fieldText = useFieldText();
  const controls = useRef<Partial<Record<K, Control>>>({});
  const [isLookedAt, setLookedAt] = useState<Partial<Record<K, boolean>>>({});
  const [refused, setRefused] = useState<Partial<Record<K, { value: string; sentence: string }>>>({});
  const names = Object.keys(rules) as K[];

  const problem = (name: K): string | undefined => {
    const issue = problemOf(rules[name], values[name]);
    return issue ? fieldText(issue) : undefined;
  };
  const errorOf = (name: K) => {
    const refusal = refused[name];
    if (refusal?.value === values[name]) return refusal.sentence;
    return isLookedAt[name] ? problem(name) : undefined;
  };
  const goTo = (name: K | undefined) => {
    if (name !== undefined) controls.current[name]?.focus();
  };

  return {
    isRight: names.every((name) => problem(name) === undefined),
    of: (name) => ({
      name,
      error: errorOf(name),
      ref: (element) => {
        if (element) controls.current[name] = element;
        else delete controls.current[name];
      },
      onBlur: ({ relatedTarget }) => {
        // Only if the focus moves to a text field: an error that appears would move a button or checkbox away from the
        // pointer.
        const isText = relatedTarget instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(relatedTarget.type);
        if (showsWhenLeft || (values[name] !== '' && isText)) setLookedAt((before) => ({ ...before, [name]: true }));
      },
    }),
    check() {
      setLookedAt(Object.fromEntries(names.map((name) => [name, true])) as Record<K, boolean>);
      const wrong = names.find((name) => problem(name) !== undefined);
      goTo(wrong);
      return wrong === undefined;
    },
    refuse(error) {
      const found = error instanceof ApiError ? error.fields : {};
      const wrong = names.filter((name) => found[name] !== undefined);
      setRefused(
        Object.fromEntries(
          wrong.map((name) => [name, { value: values[name], sentence: found[name] }]),
        ) as typeof refused,
      );
      goTo(wrong[0]);
      return wrong.length > 0;
    },
    startAnew() {
      setLookedAt({});
      setRefused({});
      goTo(names[0]);
    },
  };
}
