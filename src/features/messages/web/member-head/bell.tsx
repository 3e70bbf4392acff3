import { Bell as BellIcon } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import styles from './bell.module.css';

/**
 * The bell with its count (spec §2). CSS custom properties set the count (`boot/member-head.ts`). The panel is empty:
 * the boot script fills it from `head-template.tsx`, and `bell-panel.ts` adds the messages.
 */
export function Bell() {
  const t = useT();
  return (
    <Menu
      wide
      kind="icon"
      label={t('common.messages')}
      face={
        <>
          <Icon of={BellIcon} />
          <span className={styles.unread} />
        </>
      }
      panelClassName={styles.bell}
    >
      <div className={styles.panel} data-panel="" />
    </Menu>
  );
}
