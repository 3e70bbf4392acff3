import { titleTag } from '#features/stories/model/title-language.ts';
import { fitted, wordSize } from '../../model/map/view.ts';
import { arrangeWhole } from '../../model/map/whole.ts';
import { wideWords } from '../../model/map/words.ts';
import { useMapData } from './map-data.ts';
import drawing from './map-drawing.module.css';
import { MapDrawing } from './map-drawing.tsx';
import styles from './story-map.module.css';
import { useSpotTexts } from './use-spot-texts.ts';

/** A usual screen, in pixels; on others the picture is shrunk or has more room around it. */
const SPACE = { width: 1440, height: 660 };

/**
 * The map before its script is there, as somebody sees it who has read nothing yet. The server draws it; the browser
 * keeps what came with the page, and has no code for it.
 */
export function FirstMap() {
  return import.meta.env.SSR ? (
    <div className={styles.first}>
      <Picture />
    </div>
  ) : (
    <div
      className={styles.first}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: says that React leaves what is in it alone
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

function Picture() {
  const { tree, reading, writers, story } = useMapData();
  const texts = useSpotTexts();
  const { scene, scale } = arrangeWhole({ tree, reading, writers, unwound: [] }, SPACE);
  const { x, y } = fitted(scene, SPACE, scale, scene.spots[0]!);
  return (
    <svg className={drawing.map} aria-hidden="true" viewBox={`0 0 ${SPACE.width} ${SPACE.height}`}>
      <g transform={`translate(${x} ${y}) scale(${scale})`} fontSize={wordSize(scale)}>
        <MapDrawing
          scene={scene}
          words={wideWords(scene, texts)}
          lang={titleTag(story, story)}
          here={null}
          hereText={null}
          chosen={null}
          hits={[]}
        />
      </g>
    </svg>
  );
}
