import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './editor.module.css';

const KEYS = [
  [['Ctrl ↵'], 'translate.key_next'],
  [['Alt ↑', 'Alt ↓'], 'translate.key_move'],
  [['Alt 1', 'Alt 9'], 'translate.key_name'],
  [['Ctrl ↓'], 'translate.key_empty'],
] as const;

/** The bar at the bottom: progress, shortcuts, and the current row. */
export function KeysStrip({ count, done, here }: { count: number; done: number; here: string | null }) {
  const t = useT('translate');
  return (
    <div className={editorPage.strip}>
      <div className={classNames('wrap', editorPage.stripLine, editorPage.wide)}>
        <span className={classNames(styles.long, 'num')}>{t('translate.done_of', { done, count })}</span>
        <p className={styles.keys}>
          {KEYS.map(([keys, label]) => (
            <span key={label}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {t(label)}
            </span>
          ))}
        </p>
        <span className="small soft">{here}</span>
      </div>
    </div>
  );
}
