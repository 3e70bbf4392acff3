import { useT } from '#web/i18n/i18n.tsx';
import type { Statistics } from '../../contract.ts';
import { manyStopAt } from '../../model/statistics-meaning.ts';
import { roundLines, share } from './chart-scale.ts';
import { useNumbers } from './numbers.ts';
import styles from './statistics.module.css';

const HEIGHT = 248;
const TOP = 44;
const GROUND = 208;
const LEFT = 9;
const RIGHT = 99;
/** Maximum number of dots. With more chapters, only the line is drawn. */
const KNOTS = 80;
/** Minimum distance of labels side by side on a phone, in percent of the width. */
const APART = 34;
/** Beyond this position, in percent of the width, a label is to the left of its dot. */
const FAR = 55;
/** Distance of labels below each other, in pixels. */
const LINE = 16;
/** If dots are closer than this, in percent of the width, the line falls steeply. */
const CLOSE = 8;

/** A dot for each chapter, at the height of its number of readers. Open where many readers stop. */
export function HowFarChart({ chapters }: { chapters: Statistics['chapters'] }) {
  const t = useT('statistics');
  const { count } = useNumbers();
  const most = Math.max(...chapters.map(({ opened }) => opened), 1);
  const last = chapters.length - 1;
  const x = (index: number) => LEFT + (last === 0 ? 0 : ((RIGHT - LEFT) * index) / last);
  const y = (opened: number) => GROUND - ((GROUND - TOP) * opened) / most;
  const stops = manyStopAt(chapters);
  const isStop = (index: number) => stops.some((stop) => stop.index === index);
  // The largest stop is always labeled, others only if they are far enough from those before them.
  const said = stops.filter((stop, i) =>
    stops.slice(0, i).every((other) => Math.abs(x(other.index) - x(stop.index)) > APART),
  );
  /** Beside the dot where the line has fallen, above it near the edge, and clear of the label at the first dot. */
  const labelPlace = (index: number) => {
    if (index === 0) return { at: 1, dx: 4, dy: 4, anchor: x(1) > FAR ? ('end' as const) : ('start' as const) };
    if (x(index) > FAR) return { at: index, dx: 4, dy: -12, anchor: 'end' as const };
    return { at: index, dx: 12, dy: x(1) - x(0) < CLOSE ? 4 : -8, anchor: 'start' as const };
  };
  const [first, end] = [chapters[0]!, chapters[last]!];
  const labels = said.map((stop) => {
    const place = labelPlace(stop.index);
    return { ...stop, ...place, x: x(place.at), y: y(stop.chapter.opened) + place.dy };
  });
  // The label at the first dot goes above other labels near the edge.
  const near = labels.filter((label) => (label.anchor === 'end' ? label.x - APART : label.x) < APART);
  const firstY = near.reduce(
    (at, label) => (Math.abs(label.y - at) < LINE ? label.y - LINE : at),
    y(first.opened) - 11,
  );
  const step = Math.max(1, Math.ceil(last / 4));
  const ticks = chapters.flatMap((chapter, index) => {
    const isRound = index === 0 || index === last || (index % step === 0 && last - index > step / 2);
    return isRound ? [{ index, number: chapter.number }] : [];
  });
  return (
    <svg
      height={HEIGHT}
      role="img"
      aria-label={t('statistics.how_far_label', {
        began: first.opened,
        last: end.number,
        reached: end.opened,
      })}
    >
      <line className={styles.axis} x1="0" x2="100%" y1={GROUND} y2={GROUND} />
      {roundLines(most).map((value) => (
        <g key={value}>
          <line className={styles.axis} x1="0" x2="100%" y1={y(value)} y2={y(value)} />
          <text x="0" y={y(value) - 5}>
            {count(value)}
          </text>
        </g>
      ))}
      {chapters.slice(1).map((chapter, index) => (
        <line
          key={chapter.id}
          className={isStop(index) ? styles.loose : styles.strand}
          x1={share(x(index))}
          y1={y(chapters[index]!.opened)}
          x2={share(x(index + 1))}
          y2={y(chapter.opened)}
        />
      ))}
      {chapters.map(({ id, opened }, index) =>
        isStop(index) ? (
          <circle key={id} className={styles.drop} cx={share(x(index))} cy={y(opened)} r="5.5" />
        ) : (
          last < KNOTS && <circle key={id} className={styles.bead} cx={share(x(index))} cy={y(opened)} r="2.75" />
        ),
      )}
      {labels.map(({ chapter, stopped, ...place }) => (
        <text
          key={chapter.id}
          className={styles.big}
          x={share(place.x)}
          dx={place.dx}
          y={place.y}
          textAnchor={place.anchor}
        >
          {t('statistics.stop_after', { count: stopped, number: chapter.number })}
        </text>
      ))}
      <text x={share(x(0))} dx="-4" y={firstY}>
        {t('statistics.begin', { count: first.opened })}
      </text>
      {last > 0 && (
        <text x="100%" y={Math.min(y(end.opened) + 22, GROUND - 6)} textAnchor="end">
          {t('statistics.at_end', { count: end.opened })}
        </text>
      )}
      {ticks.map(({ index, number }) => (
        <text key={number} x={share(x(index))} y={GROUND + 20} textAnchor="middle">
          {number}
        </text>
      ))}
    </svg>
  );
}
