import { type RefObject, useRef, useState } from 'react';
import { useFind } from '#web/i18n/i18n.tsx';
import type { CheckState, GuardedForm, HumanCheck } from './human-check.ts';
import { useHumanCheck } from './use-human-check.ts';

interface PressedCheck {
  check: HumanCheck;
  /** For `PersonCheck`. */
  props: {
    ref: RefObject<HTMLButtonElement | null>;
    check: HumanCheck;
    state: CheckState;
    error: string | undefined;
  };
  /** For `useApiForm`. Asks for the check once the fields are valid. */
  isPressed: (areFieldsRight: boolean) => boolean;
}

/** The human check below the fields of a form, which the user starts before submitting it. */
export function usePressedCheck(action: GuardedForm): PressedCheck {
  const find = useFind('errors');
  const [check, state] = useHumanCheck(action);
  const [error, setError] = useState<string | undefined>();
  const ref = useRef<HTMLButtonElement>(null);
  const { phase } = state;
  return {
    check,
    props: { ref, check, state, error },
    isPressed(areFieldsRight) {
      setError(undefined);
      if (!areFieldsRight || phase === 'not_asked' || phase === 'running' || phase === 'done') return true;
      setError(find('error.please_complete_verification') ?? '');
      ref.current?.focus();
      return false;
    },
  };
}
