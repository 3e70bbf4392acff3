import { memo } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { ringPath } from '../../model/map/paths.ts';
import type { Drawn, HitArea, Scene } from '../../model/map/scene.ts';
import type { MapWord } from '../../model/map/words.ts';
import styles from './map-drawing.module.css';

interface Props {
  scene: Scene;
  words: readonly MapWord[];
  /** Language of the words, which are the story’s own. */
  lang: string;
  here: HitArea | null;
  /** Text at the ring. Null if there is no room for it. */
  hereText: string | null;
  chosen: HitArea | null;
  hits: readonly HitArea[];
}

const RING = 4.5;

function look({ colorIndex, read }: Drawn, kind: string | undefined): string {
  return classNames(kind, read && styles.read, colorIndex !== null && participantColorClass(colorIndex));
}

/** The drawing itself. Everything that looks the same is one element, so that hundreds of chapters can move at once. */
export const MapDrawing = memo(function MapDrawing({ scene, words, lang, here, hereText, chosen, hits }: Props) {
  const { metrics, tall } = scene;
  const { knot, stroke } = metrics;
  return (
    <>
      {scene.threads.map((drawn) => (
        <path key={look(drawn, '')} className={look(drawn, styles.thread)} strokeWidth={stroke} d={drawn.path} />
      ))}
      <path className={styles.group} d={scene.groups} />
      <path className={styles.open} d={scene.openEnds} />
      {scene.heldEnds.map((drawn) => (
        <path key={look(drawn, '')} className={look(drawn, styles.open)} d={drawn.path} />
      ))}
      <path className={styles.gap} strokeWidth={knot + 6} d={scene.gaps} />
      {scene.bindings.map((drawn) => (
        <path key={look(drawn, '')} className={look(drawn, styles.binding)} strokeWidth={knot + 2} d={drawn.path} />
      ))}
      <path className={styles.inside} strokeWidth={knot - 2} d={scene.insides} />
      {scene.writerMarkers.map(({ x, y, initial, colorIndex }) => (
        <g key={`${x} ${y}`} className={classNames(styles.writer, participantColorClass(colorIndex))}>
          <circle cx={x} cy={y} r={knot + 1} />
          <text x={x} y={y + 4.5} textAnchor="middle">
            {initial}
          </text>
        </g>
      ))}
      {hits.length > 0 && (
        <path className={styles.chosen} d={hits.map((hitArea) => ringPath(hitArea, RING)).join('')} />
      )}
      {here && <path className={styles.here} d={ringPath(here, RING)} />}
      {chosen && <path className={styles.chosen} d={ringPath(chosen, here === chosen ? 2 * RING : RING + 0.5)} />}
      <g className={styles.words} lang={lang}>
        {words.map(({ kind, x, y, anchor, lead, text }) => (
          <text key={`${x} ${y}`} className={styles[kind]} x={x} y={y} textAnchor={anchor}>
            {lead && <tspan className={styles.lead}>{`${lead} `}</tspan>}
            {text}
          </text>
        ))}
      </g>
      {here && hereText && (
        <text
          className={styles.me}
          x={tall ? here.x + here.width / 2 + 12 : here.x}
          y={tall ? here.y + 4 : here.y - here.height / 2 - 12}
          textAnchor={tall ? 'start' : 'middle'}
        >
          {hereText}
        </text>
      )}
    </>
  );
});
