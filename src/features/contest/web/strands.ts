/** The drawing's height between the outer strands, and where they meet. */
const TOP = 4;
const BOTTOM = 50;
/** More would run into each other. */
const STRANDS_MAX = 12;

export interface Strand {
  readonly path: string;
  /** Of the author; null while nobody may know it. */
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

/** Strands without colours, as long as no name is known. */
export function blindStrands(count: number): Strand[] {
  return placesOf(Math.min(count, STRANDS_MAX)).map((y) => ({ path: pathFrom(y), colorIndex: null, isWinner: false }));
}

/**
 * The strands of those who entered, in the order of joining; the winner's is drawn last, so that it lies above the others.
 * `participantNumbers` has most votes first; `winner` is among them, or null.
 */
export function knownStrands(participantNumbers: readonly number[], winner: number | null): Strand[] {
  const drawn = participantNumbers.slice(0, STRANDS_MAX).sort((a, b) => a - b);
  const places = placesOf(drawn.length);
  return drawn
    .map((colorIndex, i) => ({ path: pathFrom(places[i]!), colorIndex, isWinner: colorIndex === winner }))
    .sort((a, b) => Number(a.isWinner) - Number(b.isWinner));
}

/** Seats of a round that waits: taken ones first, all drawn. */
export function seatStrands(taken: number, needed: number): (Strand & { isTaken: boolean })[] {
  return blindStrands(needed).map((strand, i) => ({ ...strand, isTaken: i < taken }));
}
