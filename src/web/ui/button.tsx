import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface Look {
  /** One primary button in a view. */
  kind?: 'plain' | 'primary' | 'danger' | 'bare' | 'icon';
  small?: boolean;
}

function look({ kind = 'plain', small = false }: Look, className?: string): string {
  return classNames(styles.btn, kind !== 'plain' && styles[kind], small && styles.small, className);
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows that it works, and takes no second press meanwhile. */
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

/** A link that looks like a button, for what leads somewhere. */
export function ButtonLink({ kind, small, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)} {...rest} />;
}

/** The same for what is no page of ours, which the browser loads by itself. */
export function AnchorButton({ kind, small, className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)} {...rest} />;
}

/** Loads this page anew, also where React never came. */
export function ReloadLink({ kind = 'plain', children }: Pick<Look, 'kind'> & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty address is that of this page
    <a href="" data-act="reload" className={look({ kind })}>
      {children}
    </a>
  );
}
