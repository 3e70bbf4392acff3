import { classNames } from '#web/ui/class-names.ts';
import drawing from './map-drawing.module.css';
import styles from './story-map.module.css';

// Imported dynamically, because a static import would be sent to the browser even if the build removes its use.
const drawn = import.meta.env.SSR ? await import('./first-picture.tsx') : null;
const LOOK = classNames(styles.first, drawing.map);

/**
 * The map before its script has loaded. Drawn by the server. The browser keeps what came with the page, and has no code
 * for it.
 */
export function FirstMap() {
  return drawn ? (
    <div className={LOOK}>
      <drawn.FirstPicture />
    </div>
  ) : (
    <div
      className={LOOK}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: makes React keep the markup from the server
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
