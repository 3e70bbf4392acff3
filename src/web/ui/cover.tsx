import { classNames } from './class-names.ts';
import styles from './cover.module.css';

/** A cover of 2:3. The title stands beside it, so it says nothing by itself. */
export function Cover({
  src,
  eager = false,
  className,
}: {
  src: string;
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <img
      className={classNames(styles.cover, className)}
      src={src}
      width="400"
      height="600"
      alt=""
      loading={eager ? 'eager' : 'lazy'}
    />
  );
}
