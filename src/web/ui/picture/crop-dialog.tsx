import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { useT } from '../../i18n/i18n.tsx';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Dialog, DialogActions } from '../dialog.tsx';
import styles from './crop-dialog.module.css';
import { useFileUrl } from './file-url.ts';
import { largestPart, type PicturePart, resizedPart, SMALLEST_PART } from './picture-part.ts';

// One pixel per key press would be too slow. Shift and Control make larger steps.
ReactCrop.nudgeStep = 4;
/** Step of the plus and minus keys, in percent of the largest part. */
const KEY_STEP = 5;
const PREVIEW = 160;

interface Props {
  file: File;
  title: string;
  /** Width ÷ height of the part. */
  aspect: number;
  round?: boolean;
  /** Label of the button that changes nothing. */
  keepLabel: string;
  onUse: (part: PicturePart) => void;
  onClose: () => void;
  /** Called if the file is not an image that this browser can show. */
  onUnreadable: () => void;
}

/** Chooses the part of an image: a frame to drag or move with keys, and a slider for its size. */
export function CropDialog({ file, title, aspect, round = false, keepLabel, onUse, onClose, onUnreadable }: Props) {
  const t = useT('picture');
  const sizeId = useId();
  const url = useFileUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [largest, setLargest] = useState<PicturePart | null>(null);
  const [part, setPart] = useState<PicturePart | null>(null);
  const percent = part && largest ? Math.round((part.width / largest.width) * 100) : 100;
  const resize = (wanted: number) => part && largest && setPart(resizedPart(part, wanted, largest));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === '+' || event.key === '=' ? KEY_STEP : event.key === '-' ? -KEY_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    resize(percent + step);
  };
  return (
    <Dialog title={title} onClose={onClose} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the frame inside takes the focus; its key events bubble
          up */}
      <div className={classNames(styles.cut, round && styles.round)} onKeyDown={onKeyDown}>
        {url && (
          <ReactCrop
            crop={part ? { unit: '%', ...part } : undefined}
            aspect={aspect}
            circularCrop={round}
            ruleOfThirds={!round}
            keepSelection
            onChange={(_, { unit: _unit, ...changed }) => setPart(changed)}
            ariaLabels={{
              cropArea: t('picture.part'),
              nwDragHandle: t('picture.corner_top_left'),
              neDragHandle: t('picture.corner_top_right'),
              seDragHandle: t('picture.corner_bottom_right'),
              swDragHandle: t('picture.corner_bottom_left'),
              // Frames of a fixed ratio only have corners.
              nDragHandle: '',
              eDragHandle: '',
              sDragHandle: '',
              wDragHandle: '',
            }}
          >
            <img
              ref={image}
              src={url}
              alt=""
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                const found = largestPart({ width: naturalWidth, height: naturalHeight }, aspect);
                setLargest(found);
                setPart(found);
              }}
              onError={onUnreadable}
            />
          </ReactCrop>
        )}
      </div>
      <div className={styles.size}>
        <Preview image={image.current} part={part} aspect={aspect} round={round} />
        <div>
          <label htmlFor={sizeId}>{t('picture.size')}</label>
          <input
            id={sizeId}
            type="range"
            min={SMALLEST_PART}
            max={100}
            value={percent}
            onChange={(event) => resize(event.target.valueAsNumber)}
          />
          <p className="small soft">{t('picture.how')}</p>
        </div>
      </div>
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {keepLabel}
        </Button>
        <Button kind="primary" aria-disabled={part === null || undefined} onClick={() => part && onUse(part)}>
          {t('picture.use')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PreviewProps {
  image: HTMLImageElement | null;
  part: PicturePart | null;
  aspect: number;
  round: boolean;
}

function Preview({ image, part, aspect, round }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !image || !part) return;
    const { naturalWidth, naturalHeight } = image;
    const share = (length: number, percent: number) => (length * percent) / 100;
    pen.imageSmoothingQuality = 'high';
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    pen.drawImage(
      image,
      share(naturalWidth, part.x),
      share(naturalHeight, part.y),
      share(naturalWidth, part.width),
      share(naturalHeight, part.height),
      0,
      0,
      pen.canvas.width,
      pen.canvas.height,
    );
  }, [image, part]);
  return (
    <span className={styles.preview} aria-hidden="true">
      <canvas
        ref={canvas}
        className={classNames(round && styles.round)}
        width={PREVIEW}
        height={Math.round(PREVIEW / aspect)}
      />
    </span>
  );
}
