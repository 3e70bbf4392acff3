import type { moment } from '#web/motion/moment.ts';
import { classNames } from '#web/ui/class-names.ts';
import { participantColorClass } from '#web/ui/participant-color.ts';
import type { RoundView } from '../contract.ts';
import { blindStrands, knownStrands, type Strand, seatStrands } from './strands.ts';
import styles from './tie.module.css';

type Knot = 'full' | 'blind' | 'waiting';

function Drawing({
  strands,
  classOf,
  knot,
  colorIndex,
  className,
  ...marks
}: {
  strands: readonly Strand[];
  classOf?: (strand: Strand, index: number) => string | undefined;
  knot: Knot;
  colorIndex?: number | null;
  className?: string | undefined;
} & Partial<ReturnType<typeof moment>>) {
  return (
    <svg className={classNames(styles.tie, className)} viewBox="0 0 64 54" aria-hidden="true" {...marks}>
      {strands.map((strand, i) => (
        <path
          key={strand.path}
          className={classNames(
            strand.colorIndex === null ? styles.blind : participantColorClass(strand.colorIndex),
            strand.isWinner && styles.win,
            classOf?.(strand, i),
          )}
          d={strand.path}
        />
      ))}
      <circle className={styles.ring} cx="56" cy="27" r="9" />
      <circle
        className={classNames(styles.bead, styles[knot], colorIndex ? participantColorClass(colorIndex) : undefined)}
        cx="56"
        cy="27"
        r="6.5"
      />
    </svg>
  );
}

/**
 * Many strands run into one knot, and one continues: the entries of a completed round. Decorates the text beside it. In
 * the list of chapters, the knot shows whether the chapter was read.
 */
export function ResultTie({
  result,
  ...marks
}: { result: NonNullable<RoundView['result']> } & Partial<ReturnType<typeof moment>>) {
  const winner = result.winner ? (result.winner.author?.number ?? result.participantNumbers[0] ?? null) : null;
  const strands = knownStrands(result.participantNumbers, winner);
  return <Drawing strands={strands} knot="full" colorIndex={winner} {...marks} />;
}

/** The entries of a round while they are anonymous. Dotted while they can still change. */
export function BlindTie({ count, isBeingWritten }: { count: number; isBeingWritten: boolean }) {
  const classOf = () => (isBeingWritten ? styles.being : undefined);
  return <Drawing strands={blindStrands(count)} classOf={classOf} knot="blind" />;
}

/** The writers that a round needs: those who have joined, and open spots. */
export function SeatsTie({ taken, needed }: { taken: number; needed: number }) {
  const strands = seatStrands(taken, needed);
  const classOf = (_: Strand, i: number) => (strands[i]?.isTaken ? styles.taken : styles.being);
  return <Drawing strands={strands} classOf={classOf} knot="waiting" className={styles.seats} />;
}
