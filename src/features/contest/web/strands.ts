/** The height of the drawing, between the outer strands. */
const TOP = 4;
const BOTTOM = 50;
/** More would run into each other. */
const STRANDS_MAX = 12;

export interface Strand {
  readonly path: string;
  /** Color of the author. Null while entries are anonymous. */
  readonly colorIndex: number | null;
  readonly isWinner: boolean;
}

function pathFrom(y: number): string {
  return `M1 ${y}C26 ${y} 30 27 56 27`;
}

function placesOf(count: number): number[] {
  if (count === 1) return [27];
  return Array.from({ length: count }, (_, i) => Math.round((TOP + ((BOTTOM - TOP) * i) / (count - 1)) * 10) / 10);
}

/** Returns strands without colors, while entries are anonymous. */
export function blindStrands(count: number): Strand[] {
  return placesOf(Math.min(count, STRANDS_MAX)).map((y) => ({ path: pathFrom(y), colorIndex: null, isWinner: false }));
}

/**
 * Returns the strands of the authors in the order of joining. The winner’s is drawn last, so that it is on top.
 * `participantNumbers` has most votes first. `winner` is one of them, or null.
 */
export function knownStrands(participantNumbers: readonly number[], winner: number | null): Strand[] {
  const drawn = participantNumbers.slice(0, STRANDS_MAX).sort((a, b) => a - b);
  const places = placesOf(drawn.length);
  return drawn
    .map((colorIndex, i) => ({ path: pathFrom(places[i]!), colorIndex, isWinner: colorIndex === winner }))
    .sort((a, b) => Number(a.isWinner) - Number(b.isWinner));
}

/** Returns the spots of a scheduled round, taken ones first. */
export function seatStrands(taken: number, needed: number): (Strand & { isTaken: boolean })[] {
  return blindStrands(needed).map((strand, i) => ({ ...strand, isTaken: i < taken }));
}
