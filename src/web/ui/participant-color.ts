import styles from './participant-color.module.css';

const PARTICIPANT_COLORS = 8;

/** Which of the eight colours the participant with this number has. Numbers begin at 1. */
export function participantColorIndex(number: number): number {
  return ((number - 1) % PARTICIPANT_COLORS) + 1;
}

/** Sets `--participant-color` for whatever stands inside. */
export function participantColorClass(number: number): string | undefined {
  return styles[`y${participantColorIndex(number)}`];
}
