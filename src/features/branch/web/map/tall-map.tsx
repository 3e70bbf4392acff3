import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { arrangeTall } from '../../model/map/arrange.ts';
import { expand } from '../../model/map/collapse.ts';
import { type HitArea, hitAreaFinder, nearestHitArea } from '../../model/map/scene.ts';
import { walk } from '../../model/map/walk.ts';
import { tallWords } from '../../model/map/words.ts';
import type { TreeNode } from '../../model/tree.ts';
import { stepOfKey } from './keys.ts';
import { MapCard } from './map-card.tsx';
import { useMapData } from './map-data.ts';
import drawing from './map-drawing.module.css';
import { MapDrawing } from './map-drawing.tsx';
import styles from './story-map.module.css';
import { useHitAreaLabels } from './use-hit-area-labels.ts';
import type { MapProps } from './wide-map.tsx';

const REACH = 22;
/** Margins around the drawing: for rings, and for the numbers below groups. */
const MARGIN = 10;
const BELOW = 24;

/** The map for narrow screens. The story runs down and always fits the width, so that one finger scrolls the page. */
export function TallMap({ byAuthor, hits, hit, name, ref }: MapProps) {
  const t = useT('branch');
  const { tree, reading, writers, story } = useMapData();
  const svg = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(0);
  const [expandedIds, setExpandedIds] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<TreeNode | null>(null);
  useLayoutEffect(() => {
    const target = svg.current;
    if (!target) return;
    const measure = () => setWidth(target.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  const scene = useMemo(
    () => (width === 0 ? null : arrangeTall({ tree, reading, writers, expandedIds }, width - 2 * MARGIN)),
    [tree, reading, writers, expandedIds, width],
  );
  const texts = useHitAreaLabels();
  const words = useMemo(() => (scene ? tallWords(scene, texts) : []), [scene, texts]);
  const find = useMemo(() => (scene ? hitAreaFinder(scene.hitAreas) : () => null), [scene]);
  const here = reading.hereId === null ? null : (tree.byId.get(reading.hereId) ?? null);
  const hitSpots = useMemo(() => [...new Set(hits.flatMap((node) => find(node) ?? []))], [hits, find]);
  const box = scene && {
    // Never enlarged: a short story is centered.
    width: Math.max(width, scene.right - scene.left + 2 * MARGIN),
    height: scene.bottom - scene.top + MARGIN + BELOW,
    top: scene.top - MARGIN,
  };
  const left = scene && box ? (scene.left + scene.right - box.width) / 2 : 0;

  /** Scrolls the page so that a chapter is in sight, above the sheet. */
  const show = (node: TreeNode | null) => {
    const hitArea = find(node);
    if (!hitArea || !svg.current || !box) return;
    const { top } = svg.current.getBoundingClientRect();
    const y = top + ((hitArea.y - box.top) * width) / box.width;
    if (y < REACH || y > innerHeight / 2) scrollBy({ top: y - innerHeight / 3 });
  };
  useImperativeHandle(ref, () => ({ zoom: () => {}, whole: () => {}, toYou: () => show(here ?? tree.root) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another chapter is chosen
  useEffect(() => {
    if (chosen) show(chosen);
  }, [chosen]);
  useEffect(() => {
    if (hit) setChosen(hit);
  }, [hit]);

  const choose = (hitArea: HitArea | null) => {
    if (hitArea?.item.kind === 'group') setExpandedIds(expand(tree, expandedIds, hitArea.item.node.chapter.id));
    setChosen(hitArea?.item.node ?? null);
  };
  const handlePress = ({ clientX, clientY }: MouseEvent) => {
    if (!scene || !svg.current || !box) return;
    const { left: x, top: y } = svg.current.getBoundingClientRect();
    const scale = width / box.width;
    choose(
      nearestHitArea(scene.hitAreas, (clientX - x) / scale + left, (clientY - y) / scale + box.top, REACH / scale),
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = stepOfKey(event.key, true);
    const hitArea = find(chosen ?? here) ?? scene?.hitAreas[0];
    if (event.key === 'Escape') setChosen(null);
    else if (event.key === 'Enter' && hitArea?.item.kind === 'group') choose(hitArea);
    else if (step && hitArea && scene)
      setChosen(
        chosen
          ? walk(
              scene.hitAreas.map(({ item }) => item),
              hitArea.item,
              step,
            ).node
          : hitArea.item.node,
      );
    else return;
    event.preventDefault();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of form fields is something else */}
      <div
        className={styles.tall}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys lead through it
        tabIndex={0}
        aria-label={t('map.keys')}
        onKeyDown={handleKey}
        onClick={handlePress}
      >
        <svg
          ref={svg}
          className={classNames(drawing.map, styles.down, byAuthor && drawing.byAuthor)}
          role="img"
          aria-label={name}
          viewBox={box ? `${left} ${box.top} ${box.width} ${box.height}` : undefined}
          fontSize={16}
        >
          {scene && (
            <MapDrawing
              scene={scene}
              words={words}
              lang={titleTag(story, story)}
              here={find(here)}
              hereText={t('map.you_are_here')}
              chosen={find(chosen)}
              hits={hitSpots}
            />
          )}
        </svg>
      </div>
      {chosen && <MapCard node={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
