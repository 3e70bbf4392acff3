import { Moon } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Light or dark; the boot script does it, so that it works at once. */
export function ThemeButton({ className }: { className?: string }) {
  const t = useT();
  return (
    <Button kind="icon" className={className} data-act="theme" aria-label={t('common.theme')}>
      <Icon of={Moon} />
    </Button>
  );
}
