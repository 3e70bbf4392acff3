import { type ReactNode, useId } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import type { Seat } from '../contract.ts';
import styles from './turn.module.css';

interface Props {
  legend: string;
  people: readonly Seat[];
  value: string | null;
  /** Said below a name. */
  noteOf?: (seat: Seat, place: number) => ReactNode;
  error?: string | undefined;
  onChange: (seat: Seat) => void;
}

/** One of the people who write here. */
export function PickPerson({ legend, people, value, noteOf, error, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.pick} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {people.map((seat, place) => {
        const note = noteOf?.(seat, place);
        return (
          <label key={seat.id}>
            <input type="radio" name={id} value={seat.id} checked={seat.id === value} onChange={() => onChange(seat)} />
            <Avatar name={seat.username} src={seat.avatar} yarn={seat.number} />
            <span className={styles.person}>
              {seat.username}
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
