import styles from './avatar.module.css';
import { classNames } from './class-names.ts';
import { hasPicture } from './has-picture.ts';
import { participantColorClass } from './participant-color.ts';

/** Shows a member's picture, or the first letter of their name. */
export function Avatar({
  name,
  src,
  size,
  colorIndex,
}: {
  name: string;
  src?: string | null;
  size?: 'big' | 'tiny';
  /** Number of the participant, from 1. Sets the color. */
  colorIndex?: number;
}) {
  return (
    <span
      className={classNames(
        styles.avatar,
        size && styles[size],
        colorIndex !== undefined && participantColorClass(colorIndex),
      )}
      aria-hidden="true"
    >
      {hasPicture(src) ? (
        <img src={src} alt="" width="52" height="52" loading="lazy" />
      ) : (
        ([...name][0] ?? '').toLocaleUpperCase()
      )}
    </span>
  );
}
