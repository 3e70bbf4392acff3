import { Share2 } from 'lucide';
import type { ComponentProps } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { type Presses, press } from '#web/page/press.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

declare module '#web/page/press.ts' {
  interface Presses {
    'share-story': { storyId: string };
  }
}

/** The button that opens one of the dialogs for sharing. Needs a script. */
export function ShareButton<Name extends keyof Presses & `share-${string}`>({
  shares,
  of,
  kind = 'bare',
  className,
}: {
  shares: Name;
  of: Presses[Name];
} & Pick<ComponentProps<typeof Button>, 'kind' | 'className'>) {
  const t = useT();
  const isIcon = kind === 'icon';
  return (
    <Button
      kind={kind}
      className={classNames('needs-script', className)}
      aria-label={isIcon ? t('common.share') : undefined}
      {...press(shares, of)}
    >
      <Icon of={Share2} />
      {!isIcon && t('common.share')}
    </Button>
  );
}
