import { Moon } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Switches between light and dark. The boot script handles it, so that it works right away. */
export function ThemeButton({ className }: { className?: string }) {
  const t = useT();
  return (
    <Button kind="icon" className={className} data-act="theme" aria-label={t('common.theme')}>
      <Icon of={Moon} />
    </Button>
  );
}
