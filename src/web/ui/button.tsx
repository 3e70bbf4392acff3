import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface Look {
  /** At most one primary button per view. */
  kind?: 'plain' | 'primary' | 'danger' | 'bare' | 'icon';
  small?: boolean;
}

function look({ kind = 'plain', small = false }: Look, className?: string): string {
  return classNames(styles.btn, kind !== 'plain' && styles[kind], small && styles.small, className);
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows that it is working, and ignores presses until it is done. */
    busy?: boolean;
  };

export function Button({ kind, small, busy = false, className, type = 'button', ...rest }: ButtonProps) {
  const ignoring: ButtonProps = busy ? { onClick: (event) => event.preventDefault() } : {};
  return (
    <button
      type={type}
      className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)}
      aria-busy={busy || undefined}
      {...rest}
      {...ignoring}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ kind, small, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)} {...rest} />;
}

/** The same for URLs that aren’t pages of this site. */
export function AnchorButton({ kind, small, className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)} {...rest} />;
}

/** Reloads this page, even if React isn’t loaded. */
export function ReloadLink({ kind = 'plain', children }: Pick<Look, 'kind'> & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty address is that of this page
    <a href="" data-act="reload" className={look({ kind })}>
      {children}
    </a>
  );
}
