import { type FormEvent, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import type { TurnQueueEntry } from '../contract.ts';
import { PickPerson } from './pick-person.tsx';
import styles from './turn.module.css';

interface Props {
  title: string;
  /** What happens to the turn that ends. */
  text: string;
  people: readonly TurnQueueEntry[];
  act: string;
  busy: boolean;
  onGive: (entry: TurnQueueEntry) => void;
  onClose: () => void;
}

/** Asks who gets the turn. The writer who has waited longest is preselected. */
export function GiveTurnDialog({ title, text, people, act, busy, onGive, onClose }: Props) {
  const t = useT('relay');
  const [chosen, setChosen] = useState(people[0] ?? null);
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && chosen) onGive(chosen);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={give}>
        <p>{text}</p>
        <PickPerson legend={t('relay.who_next')} people={people} value={chosen?.id ?? null} onChange={setChosen} />
        <DialogActions>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {act}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
