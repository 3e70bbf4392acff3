import type { ButtonHTMLAttributes } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import type { JoinLook } from './join-look.ts';

/** Wishes that begin with joining. */
const GRANTS = 'join apply write enter';

type Props = Omit<JoinLook, 'story'> & ButtonHTMLAttributes<HTMLButtonElement> & { isOpen: boolean; busy?: boolean };

/**
 * “Join” if joining is open, otherwise “Apply to join”. A press before hydration is passed on to the island’s button.
 */
export function JoinButton({ look, label, isOpen, busy = false, ...rest }: Props) {
  const t = useT('participation');
  const text = isOpen ? (label ?? t('participation.join')) : t('participation.apply');
  return look === 'button' ? (
    <Button
      kind={label === undefined ? 'plain' : 'primary'}
      busy={busy}
      data-press="join"
      data-grants={GRANTS}
      {...rest}
    >
      {text}
    </Button>
  ) : (
    <TextButton data-press="join" data-grants={GRANTS} {...rest}>
      {text}
    </TextButton>
  );
}
