import type { moment } from '../motion/moment.ts';
import { classNames } from './class-names.ts';
import styles from './cover.module.css';

/** A cover of 2:3. The title is next to it, so it has no alternative text. */
export function Cover({
  src,
  eager = false,
  className,
  ...marks
}: {
  src: string;
  eager?: boolean;
  className?: string | undefined;
} & Partial<ReturnType<typeof moment>>) {
  return (
    <img
      className={classNames(styles.cover, className)}
      src={src}
      width="400"
      height="600"
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      {...marks}
    />
  );
}
