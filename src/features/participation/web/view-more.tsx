import type { ComponentProps } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';

/** “View more”. A press before hydration is passed on to the island’s button. */
export function ViewMore(props: Pick<ComponentProps<typeof Button>, 'busy' | 'onClick'>) {
  const t = useT();
  return (
    <Button small data-press="view-more" {...props}>
      {t('common.view_more')}
    </Button>
  );
}
