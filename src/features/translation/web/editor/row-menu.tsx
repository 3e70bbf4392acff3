import { Ellipsis } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { EditorRow } from '../../model/editor-rows.ts';
import styles from './editor.module.css';
import type { RowActions } from './use-row-actions.ts';

/** Menu with the rarely used actions of a row. */
export function RowMenu({
  row,
  label,
  mayJoin,
  actions,
}: {
  row: EditorRow;
  label: string;
  mayJoin: boolean;
  actions: RowActions;
}) {
  const t = useT('translate');
  const { key, parts, paragraphs, isLeftOut } = row;
  const item = (text: string, act: () => void) => (
    <button type="button" data-leaves onClick={act}>
      {text}
    </button>
  );
  return (
    <div className={styles.menu}>
      <Menu label={t('translate.row_menu', { part: label })} kind="icon" face={<Icon of={Ellipsis} />}>
        {parts.length > 0 && !isLeftOut && item(t('translate.copy_source'), () => actions.copySource(key))}
        {mayJoin && item(t('translate.join'), () => actions.join(key))}
        {parts.length > 1 && item(t('translate.separate'), () => actions.separate(key))}
        {parts.length > 0 && !isLeftOut && item(t('translate.leave_out'), () => actions.leaveOut(key))}
        {isLeftOut && item(t('translate.put_back'), () => actions.putBack(key))}
        {paragraphs.length > 0 && item(t('translate.add_below'), () => actions.addBelow(key))}
        {parts.length === 0 && item(t('translate.remove'), () => actions.remove(key))}
      </Menu>
    </div>
  );
}
