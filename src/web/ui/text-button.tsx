import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import styles from './text-button.module.css';

/** A button in running text that looks like a link. */
export function TextButton({ className, type = 'button', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} className={classNames(styles.link, className)} {...rest} />;
}
