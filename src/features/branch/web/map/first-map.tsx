import { classNames } from '#web/ui/class-names.ts';
import drawing from './map-drawing.module.css';
import styles from './story-map.module.css';

// Not imported right away: what is imported goes along to the browser, also where the build leaves its use out.
const drawn = import.meta.env.SSR ? await import('./first-picture.tsx') : null;
const LOOK = classNames(styles.first, drawing.map);

/** The map before its script is there. The server draws it; the browser keeps what came with the page, and has no code for it. */
export function FirstMap() {
  return drawn ? (
    <div className={LOOK}>
      <drawn.FirstPicture />
    </div>
  ) : (
    <div
      className={LOOK}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: says that React leaves what is in it alone
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
