import type { TotpSetup } from '../../contract-factors.ts';
import styles from './security.module.css';

/** Width of the empty border, in squares. */
const QUIET = 4;

/** A QR code. Dark on light in both themes, because not all cameras read the opposite. */
export function QrCode({ qr: { size, path }, label }: { qr: TotpSetup['qr']; label: string }) {
  const all = size + 2 * QUIET;
  return (
    <svg
      className={styles.qr}
      viewBox={`${-QUIET} ${-QUIET} ${all} ${all}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={all} height={all} />
      <path d={path} />
    </svg>
  );
}
