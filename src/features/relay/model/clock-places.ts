/** Where the parts of a turn's clock lie along its line, in percent of the line. */
export interface ClockPlaces {
  /** End of what is used up. */
  readonly now: number;
  /** Beginning of the dotted rest, a little after it; null when there is no room for any. */
  readonly rest: number | null;
  /** False where the word "now" would run into the date at an end. */
  readonly showsNow: boolean;
}

const GAP = 4;
/** The dots end a little before the open knot. */
export const REST_END = 98;
const ROOM_OF_A_DATE = 25;

/** Places for a turn from `startedAt` to `deadline` at the moment `now` (all in milliseconds). */
export function clockPlaces(startedAt: number, deadline: number, now: number): ClockPlaces {
  const whole = deadline - startedAt;
  const share = whole > 0 ? Math.min(1, Math.max(0, (now - startedAt) / whole)) : 1;
  const at = Math.round(share * 100);
  const rest = at + GAP;
  return {
    now: at,
    rest: rest < REST_END ? rest : null,
    showsNow: at >= ROOM_OF_A_DATE && at <= 100 - ROOM_OF_A_DATE,
  };
}
