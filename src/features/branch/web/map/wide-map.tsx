import {
  type KeyboardEvent,
  type Ref,
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
import { arrangeWide, type Depth, type Space } from '../../model/map/arrange.ts';
import { expand } from '../../model/map/collapse.ts';
import { type HitArea, hitAreaFinder, nearestHitArea, type Scene } from '../../model/map/scene.ts';
import {
  depthAt,
  fitted,
  type MapPoint,
  percentOf,
  placeAt,
  pointAt,
  showAt,
  type View,
  within,
  wordSize,
  ZOOM_STEP,
  zoomAbout,
} from '../../model/map/view.ts';
import { walk } from '../../model/map/walk.ts';
import { arrangeWhole } from '../../model/map/whole.ts';
import { nearWords, wideWords } from '../../model/map/words.ts';
import type { TreeNode } from '../../model/tree.ts';
import { stepOfKey } from './keys.ts';
import { MapCard } from './map-card.tsx';
import { useMapData } from './map-data.ts';
import drawing from './map-drawing.module.css';
import { MapDrawing } from './map-drawing.tsx';
import styles from './story-map.module.css';
import { useGestures } from './use-gestures.ts';
import { useHitAreaLabels } from './use-hit-area-labels.ts';

/** Actions of the buttons above the map. */
export interface MapControls {
  /** Zooms one step in or out. */
  zoom: (by: 1 | -1) => void;
  whole: () => void;
  toYou: () => void;
}

export interface MapProps {
  byAuthor: boolean;
  hits: readonly TreeNode[];
  /** The current hit. */
  hit: TreeNode | null;
  name: string;
  onZoom: (percent: number) => void;
  ref: Ref<MapControls>;
}

/** A chapter that keeps its place on the screen while the drawing changes around it. */
interface Anchor {
  readonly node: TreeNode;
  readonly at: MapPoint;
  readonly scale: number;
}

/** A press selects what is at most this far away, in pixels. */
const REACH = 22;

export function WideMap({ byAuthor, hits, hit, name, onZoom, ref }: MapProps) {
  const t = useT('branch');
  const data = useMapData();
  const { tree, reading, writers, story } = data;
  const stage = useRef<HTMLDivElement>(null);
  const group = useRef<SVGGElement>(null);
  const card = useRef<HTMLElement>(null);
  const size = useSize(stage);
  const [depth, setDepth] = useState<Depth | null>(null);
  const [expandedIds, setExpandedIds] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<TreeNode | null>(null);
  const drawn = useMemo(() => ({ tree, reading, writers, expandedIds }), [tree, reading, writers, expandedIds]);
  const fit = useMemo(() => (size ? arrangeWhole(drawn, size) : null), [drawn, size]);
  const scene = useMemo(() => {
    if (!size || !fit || !depth) return null;
    return depth === fit.depth ? fit.scene : arrangeWide(drawn, depth, size);
  }, [drawn, depth, size, fit]);
  const texts = useHitAreaLabels();
  const words = useMemo(
    () => (scene ? (depth === 'near' ? nearWords(scene, texts) : wideWords(scene, texts)) : []),
    [scene, depth, texts],
  );
  const find = useMemo(() => (scene ? hitAreaFinder(scene.hitAreas) : () => null), [scene]);
  const here = reading.hereId === null ? null : (tree.byId.get(reading.hereId) ?? null);
  const hitSpots = useMemo(() => [...new Set(hits.flatMap((node) => find(node) ?? []))], [hits, find]);

  // The view changes sixty times a second, so it isn’t React state. Only a new depth is rendered.
  const view = useRef<View | null>(null);
  const frame = useRef(0);
  const anchor = useRef<Anchor | null>(null);
  const shownScene = useRef<Scene | null>(null);
  // Until the reader moves it, the map shows the whole story, even when the read marks arrive.
  const isOwn = useRef(false);

  const moveTo = (next: View) => {
    if (!scene || !size || !depth) return;
    const rescaled = view.current?.scale !== next.scale;
    isOwn.current = true;
    view.current = within(next, scene, size);
    if (rescaled) onZoom(percentOf(depth, next.scale));
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => place(rescaled));
  };
  const place = (rescaled: boolean) => {
    if (!view.current) return;
    const { scale, x, y } = view.current;
    group.current?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    if (rescaled) group.current?.setAttribute('font-size', String(wordSize(scale)));
  };
  const keepAt = (node: TreeNode, at: MapPoint, next: { depth: Depth; scale: number }) => {
    const hitArea = find(node);
    if (next.depth === depth && hitArea) moveTo(showAt(hitArea, at, next.scale));
    else {
      anchor.current = { node, at, scale: next.scale };
      isOwn.current = true;
      setDepth(next.depth);
    }
  };
  const zoom = (factor: number, about?: MapPoint) => {
    if (!scene || !size || !depth || !view.current) return;
    const point = about ?? { x: size.width / 2, y: size.height / 2 };
    const next = depthAt(percentOf(depth, view.current.scale) * factor);
    if (next.depth === depth) {
      moveTo(zoomAbout(view.current, point, next.scale));
      return;
    }
    const place = placeAt(view.current, point);
    const hitArea = nearestHitArea(scene.hitAreas, place.x, place.y, Number.POSITIVE_INFINITY);
    if (hitArea) keepAt(hitArea.item.node, pointAt(view.current, hitArea), next);
  };
  const whole = () => {
    if (!size || !fit) return;
    isOwn.current = false;
    anchor.current = null;
    if (fit.depth === depth && scene) showWhole(scene, size, fit.scale);
    else setDepth(fit.depth);
  };
  const showWhole = (of: Scene, space: Space, scale: number) => {
    view.current = fitted(of, space, scale, hitAreaFinder(of.hitAreas)(here) ?? of.hitAreas[0]!);
    place(true);
    if (depth) onZoom(percentOf(depth, scale));
  };
  const toYou = () => {
    const node = here ?? tree.root;
    if (!node || !size) return;
    keepAt(node, { x: size.width / 3, y: size.height / 2 }, depthAt(100));
    setChosen(null);
  };
  const zoomStep = (by: 1 | -1) => zoom(ZOOM_STEP ** by);
  useImperativeHandle(ref, () => ({ zoom: zoomStep, whole, toYou }));

  // The first drawing shows the whole story, as far as it fits.
  useLayoutEffect(() => {
    if (fit && !depth) setDepth(fit.depth);
  });
  // A new drawing is aligned with the old one: one chapter keeps its place.
  useLayoutEffect(() => {
    if (!scene || !size || !fit || !depth || shownScene.current === scene) return;
    shownScene.current = scene;
    const kept = anchor.current;
    anchor.current = null;
    const hitArea = kept && find(kept.node);
    if (kept && hitArea) {
      view.current = within(showAt(hitArea, kept.at, kept.scale), scene, size);
      place(true);
      onZoom(percentOf(depth, kept.scale));
    } else if (!isOwn.current || !view.current) {
      if (fit.depth === depth) showWhole(scene, size, fit.scale);
      else setDepth(fit.depth);
    } else place(true);
  });
  // Keeps the card from covering its own knot.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another chapter is selected, or drawn again
  useLayoutEffect(() => {
    const hitArea = chosen && find(chosen);
    if (!hitArea || !card.current || !stage.current || !view.current || !size) return;
    const at = pointAt(view.current, hitArea);
    const box = card.current.getBoundingClientRect();
    const origin = stage.current.getBoundingClientRect();
    const covered = at.x > box.left - origin.left - REACH && at.y > box.top - origin.top - REACH;
    const inSight = at.x > REACH && at.y > REACH && at.x < size.width - REACH && at.y < size.height - REACH;
    if (covered) moveTo({ ...view.current, x: view.current.x - (at.x - (box.left - origin.left) + 3 * REACH) });
    else if (!inSight) moveTo(showAt(hitArea, { x: size.width / 3, y: size.height / 2 }, view.current.scale));
  }, [chosen, find]);
  useEffect(() => {
    if (hit) setChosen(hit);
  }, [hit]);

  const choose = (hitArea: HitArea | null) => {
    if (!hitArea) {
      setChosen(null);
      return;
    }
    const { node, kind } = hitArea.item;
    if (kind === 'group' && view.current && depth) {
      anchor.current = { node, at: pointAt(view.current, hitArea), scale: view.current.scale };
      isOwn.current = true;
      setExpandedIds(expand(tree, expandedIds, node.chapter.id));
    }
    setChosen(node);
  };
  const hitAreaAt = (point: MapPoint): HitArea | null => {
    if (!scene || !view.current) return null;
    const { x, y } = placeAt(view.current, point);
    return nearestHitArea(scene.hitAreas, x, y, REACH / view.current.scale);
  };
  useGestures(stage, {
    onPan: (dx, dy) => view.current && moveTo({ ...view.current, x: view.current.x + dx, y: view.current.y + dy }),
    onZoom: zoom,
    onPress: (at) => choose(hitAreaAt(at)),
    onHover: (at) => stage.current?.toggleAttribute('data-over', hitAreaAt(at) !== null),
  });
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event;
    const step = stepOfKey(key, false);
    const hitArea = find(chosen ?? here) ?? scene?.hitAreas[0];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === '+' || key === '=') zoomStep(1);
    else if (key === '-') zoomStep(-1);
    else if (key === '0') whole();
    else if (key === 'Escape') setChosen(null);
    else if (key === 'Enter' && hitArea?.item.kind === 'group') choose(hitArea);
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
        ref={stage}
        className={styles.stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys lead through it
        tabIndex={0}
        aria-label={t('map.keys')}
        onKeyDown={handleKey}
      >
        <svg
          className={classNames(drawing.map, styles.fill, byAuthor && drawing.byAuthor)}
          role="img"
          aria-label={name}
        >
          <g ref={group}>
            {scene && (
              <MapDrawing
                scene={scene}
                words={words}
                lang={titleTag(story, story)}
                here={find(here)}
                hereText={depth === 'near' ? null : t('map.you_are_here')}
                chosen={find(chosen)}
                hits={hitSpots}
              />
            )}
          </g>
        </svg>
      </div>
      {chosen && <MapCard ref={card} node={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Width and height of an element in pixels. Null until it is rendered. */
function useSize(element: { readonly current: Element | null }): Space | null {
  const [size, setSize] = useState<Space | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => setSize({ width: target.clientWidth, height: target.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
