import { titleTag } from '#features/stories/model/title-language.ts';
import { fitted, wordSize } from '../../model/map/view.ts';
import { arrangeWhole } from '../../model/map/whole.ts';
import { wideWords } from '../../model/map/words.ts';
import { useMapData } from './map-data.ts';
import { MapDrawing } from './map-drawing.tsx';
import { useHitAreaLabels } from './use-hit-area-labels.ts';

/** A common screen size, in pixels. On other screens the picture is shrunk or has wider margins. */
const SPACE = { width: 1440, height: 660 };

/** The map as it looks before anything was read. Rendered on the server. */
export function FirstPicture() {
  const { tree, reading, writers, story } = useMapData();
  const texts = useHitAreaLabels();
  const { scene, scale } = arrangeWhole({ tree, reading, writers, expandedIds: [] }, SPACE);
  const { x, y } = fitted(scene, SPACE, scale, scene.hitAreas[0]!);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${SPACE.width} ${SPACE.height}`}>
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
