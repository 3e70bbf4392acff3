import styles from './yarn.module.css';

const YARNS = 8;

/** Which of the eight yarns the participant with this number spins. Numbers begin at 1. */
export function yarnPlace(number: number): number {
  return ((number - 1) % YARNS) + 1;
}

/** Sets `--yarn` for whatever stands inside. */
export function yarnClass(number: number): string | undefined {
  return styles[`y${yarnPlace(number)}`];
}
