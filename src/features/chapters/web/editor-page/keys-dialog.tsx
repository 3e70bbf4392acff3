import type { PlainKey } from '#core/messages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './editor-page.module.css';

const KEYS: [keys: string, means: PlainKey][] = [
  ['Ctrl B', 'chapters.key_bold'],
  ['Ctrl I', 'chapters.key_italic'],
  ['Ctrl Shift X', 'chapters.key_strike'],
  ['Ctrl K', 'chapters.key_link'],
  ['Ctrl S', 'chapters.key_save'],
  ['Ctrl Z', 'chapters.key_undo'],
  ['Ctrl Shift Z', 'chapters.key_redo'],
  ['Ctrl F', 'chapters.key_find'],
  ['Shift ↵', 'chapters.key_line'],
  ['/', 'chapters.key_menu'],
  ['Alt F10', 'chapters.key_toolbar'],
  ['***', 'chapters.key_break'],
];
/** Signs that are converted when followed by a space. */
const SIGNS: [sign: string, means: PlainKey][] = [
  ['#', 'chapters.key_heading'],
  ['>', 'chapters.key_quote'],
  ['-', 'chapters.key_list'],
];

/** All shortcuts of the chapter editor. */
export function EditorShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useT('chapters');
  const rows: [string, PlainKey][] = [
    ...KEYS,
    ...SIGNS.map(([sign, means]): [string, PlainKey] => [t('chapters.key_space', { sign }), means]),
  ];
  return (
    <Dialog title={t('chapters.keys')} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, means]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(means)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
