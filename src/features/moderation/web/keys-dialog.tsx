import type { PlainKey } from '#core/messages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckField } from '#web/ui/field.tsx';
import styles from './moderation.module.css';
import { QUEUE_KEYS, type QueueAction } from './queue-keys.ts';

const MEANINGS: Record<QueueAction, PlainKey> = {
  next: 'moderation.keys_next',
  previous: 'moderation.keys_previous',
  mark: 'moderation.keys_mark',
  approve: 'moderation.keys_approve',
  reject: 'moderation.keys_reject',
  hide: 'moderation.keys_hide',
  suspend: 'moderation.keys_suspend',
  help: 'moderation.keys_help',
};

/** The shortcuts of the moderation queue, and the switch to turn them off. */
export function ModerationShortcutsDialog({
  isOn,
  onSwitch,
  onClose,
}: {
  isOn: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}) {
  const t = useT('moderation');
  return (
    <Dialog title={t('moderation.keys')} onClose={onClose}>
      <dl className={styles.keyList}>
        {(Object.keys(MEANINGS) as QueueAction[]).map((act) => (
          <div key={act}>
            <dt>
              <kbd>{QUEUE_KEYS[act]}</kbd>
            </dt>
            <dd>{t(MEANINGS[act])}</dd>
          </div>
        ))}
      </dl>
      <CheckField checked={isOn} onChange={(event) => onSwitch(event.target.checked)}>
        {t('moderation.keys_on')}
      </CheckField>
    </Dialog>
  );
}
