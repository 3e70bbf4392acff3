import { Check, CloudOff, type IconNode, PenLine, Smartphone, TriangleAlert } from 'lucide';
import type { PlainKey } from '#core/messages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { SaveState } from '../saving/draft-saver.ts';
import styles from './editor-page.module.css';

const LOOKS: Record<SaveState, { label: PlainKey; icon: IconNode; kind?: 'warn' | 'danger' }> = {
  empty: { label: 'chapters.state_empty', icon: PenLine },
  device: { label: 'chapters.state_device', icon: Smartphone },
  saved: { label: 'chapters.state_saved', icon: Check },
  offline: { label: 'chapters.state_offline', icon: CloudOff, kind: 'warn' },
  failed: { label: 'chapters.state_failed', icon: TriangleAlert, kind: 'danger' },
  held: { label: 'chapters.state_held', icon: TriangleAlert, kind: 'warn' },
  signed_out: { label: 'chapters.state_signed_out', icon: CloudOff, kind: 'warn' },
  conflict: { label: 'chapters.state_conflict', icon: Smartphone, kind: 'warn' },
  closed: { label: 'chapters.state_closed', icon: Smartphone, kind: 'warn' },
  passive: { label: 'chapters.state_passive', icon: Smartphone },
};

/** Says where the text is saved. Announced when the state changes, not at each save. */
export function SavedState({ state, savedAt }: { state: SaveState; savedAt: string | null }) {
  const t = useT('chapters');
  const moment = useMoment();
  const { label, icon, kind } = LOOKS[state];
  const shown = state === 'saved' && savedAt ? t('chapters.state_saved_at', { time: moment(savedAt) }) : t(label);
  return (
    <>
      <span className={classNames(styles.saved, kind && styles[kind])} aria-hidden="true">
        <Icon of={icon} />
        <span>{shown}</span>
      </span>
      <span className="hide" role="status">
        {t(label)}
      </span>
    </>
  );
}
