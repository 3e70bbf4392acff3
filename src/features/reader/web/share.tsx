import { Share2 } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import menu from '#web/ui/menu.module.css';

const MENU = 'share';

/**
 * The button for sharing the page, and its menu for browsers without a share sheet of the system. The script of the
 * reading aids adds the address.
 */
export function Share({ title }: { title: string }) {
  const t = useT('reader');
  return (
    <div className={`${menu.anchor} needs-script`}>
      <Button kind="bare" popoverTarget={MENU} data-share="">
        <Icon of={Share2} />
        {t('reader.share')}
      </Button>
      <div id={MENU} popover="auto" className={`${menu.pop} ${menu.menu}`}>
        <button type="button" data-copies={t('reader.link_copied')} aria-live="polite">
          {t('reader.copy_link')}
        </button>
        <a href={`mailto:?subject=${encodeURIComponent(title)}`} data-mails="">
          {t('reader.send_by_mail')}
        </a>
      </div>
    </div>
  );
}
