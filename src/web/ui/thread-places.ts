/** Where the parts of a length of time lie along a line, in percent of the line. */
export interface ThreadPlaces {
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

/** How far along the way from `from` to `to` the moment `at` lies, in whole percent (all in milliseconds). */
export function placeOf(from: number, to: number, at: number): number {
  const whole = to - from;
  const share = whole > 0 ? Math.min(1, Math.max(0, (at - from) / whole)) : 1;
  return Math.round(share * 100);
}

/** True where words below this place run into neither of the dates at the ends. */
export function hasRoom(place: number): boolean {
  return place >= ROOM_OF_A_DATE && place <= 100 - ROOM_OF_A_DATE;
}

/** Places for what runs from `from` to `to` at the moment `now` (all in milliseconds). */
export function threadPlaces(from: number, to: number, now: number): ThreadPlaces {
  const at = placeOf(from, to, now);
  const rest = at + GAP;
  return { now: at, rest: rest < REST_END ? rest : null, showsNow: hasRoom(at) };
}
