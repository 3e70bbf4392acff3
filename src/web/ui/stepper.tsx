import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './stepper.module.css';

export interface StepperStep {
  readonly name: string;
  readonly note?: ReactNode;
  readonly at: 'done' | 'here' | 'yet';
}

/** The stages of a text, as a thread that fills up, in the color of the class around it. */
export function Stepper({
  stops,
  className,
}: {
  stops: readonly StepperStep[];
  className?: string | false | null | undefined;
}) {
  return (
    <ol className={classNames(styles.way, className)}>
      {stops.map(({ name, note, at }) => (
        <li
          key={name}
          className={at === 'done' ? undefined : styles[at]}
          aria-current={at === 'here' ? 'step' : undefined}
        >
          <b>{name}</b>
          {note}
        </li>
      ))}
    </ol>
  );
}
