import { type ReactNode, useId } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import type { TurnQueueEntry } from '../contract.ts';
import styles from './turn.module.css';

interface Props {
  legend: string;
  people: readonly TurnQueueEntry[];
  value: string | null;
  /** Text below a name. */
  noteOf?: (entry: TurnQueueEntry, place: number) => ReactNode;
  error?: string | undefined;
  onChange: (entry: TurnQueueEntry) => void;
}

/** A choice of one of the writers. */
export function PickPerson({ legend, people, value, noteOf, error, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.pick} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {people.map((entry, place) => {
        const note = noteOf?.(entry, place);
        return (
          <label key={entry.id}>
            <input
              type="radio"
              name={id}
              value={entry.id}
              checked={entry.id === value}
              onChange={() => onChange(entry)}
            />
            <Avatar name={entry.username} src={entry.avatar} colorIndex={entry.number} />
            <span className={styles.person}>
              {entry.username}
              {note && <span className="small">{note}</span>}
            </span>
          </label>
        );
      })}
      {error && (
        <p id={`${id}-error`} className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
