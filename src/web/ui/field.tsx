import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  help?: ReactNode;
  /** Error message. Shown instead of the help, or above it if there is a count. */
  error?: string | undefined;
  /** Shown beside the help, as “38 / 80”. */
  count?: string | undefined;
  /** At the end of the label’s line, for example a link to help for this field. */
  aside?: ReactNode;
}

/** Label, control, help and error, associated for assistive technology. */
function Field({ label, help, error, count, aside, id, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={classNames(styles.field, Boolean(aside) && styles.withAside)}>
      <label htmlFor={id}>{label}</label>
      {children}
      {/* After the control, so that Tab reaches the control first. */}
      {aside && <span className={styles.aside}>{aside}</span>}
      {error && (
        <p id={`${id}-error`} className={styles.wrong}>
          {error}
        </p>
      )}
      {(count || (help && !error)) && (
        <p id={`${id}-help`} className={styles.help}>
          <span>{help}</span>
          {count && <span className="num">{count}</span>}
        </p>
      )}
    </div>
  );
}

function described(id: string, { help, error, count }: Omit<FieldProps, 'label'>, also?: string) {
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby':
      classNames(error && `${id}-error`, Boolean(count || (help && !error)) && `${id}-help`, also) || undefined,
  };
}

type TextFieldProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; big?: boolean; after?: ReactNode };

export function TextField({ label, help, error, count, aside, big = false, after, ...rest }: TextFieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  return (
    <Field {...{ label, help, error, count, aside, id }}>
      <span className={styles.control}>
        <input
          className={classNames(styles.input, big && styles.title)}
          {...rest}
          {...described(id, { help, error, count }, rest['aria-describedby'])}
        />
        {after}
      </span>
    </Field>
  );
}

type TextAreaProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement>; big?: boolean };

/** Grows with its text, in browsers that support it. */
export function TextArea({ label, help, error, count, aside, big = false, ...rest }: TextAreaProps) {
  const own = useId();
  const id = rest.id ?? own;
  return (
    <Field {...{ label, help, error, count, aside, id }}>
      <textarea
        className={classNames(styles.input, big && styles.title)}
        {...rest}
        {...described(id, { help, error, count })}
      />
    </Field>
  );
}

type SelectFieldProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

export function SelectField({ label, help, error, count, aside, children, ...rest }: SelectFieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  return (
    <Field {...{ label, help, error, count, aside, id }}>
      <select className={styles.input} {...rest} {...described(id, { help, error, count })}>
        {children}
      </select>
    </Field>
  );
}

type CheckFieldProps = Pick<FieldProps, 'help' | 'error'> &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** A checkbox with its label. */
export function CheckField({ children, help, error, ...rest }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(error && `${id}-error`, Boolean(help) && `${id}-help`) || undefined}
        />
        <span>{children}</span>
      </label>
      {help && (
        <p id={`${id}-help`} className={classNames(styles.help, styles.underBox)}>
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
