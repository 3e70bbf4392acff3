import styles from './participant-color.module.css';

const PARTICIPANT_COLORS = 8;

/** Returns which of the eight colors the participant with this number has. Numbers start at 1. */
export function participantColorIndex(number: number): number {
  return ((number - 1) % PARTICIPANT_COLORS) + 1;
}

/** Returns the class that sets `--participant-color` for the element and its descendants. */
export function participantColorClass(number: number): string | undefined {
  return styles[`y${participantColorIndex(number)}`];
}
