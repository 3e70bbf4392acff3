import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import making from './making.module.css';

export interface MissingThing {
  key: string;
  sentence: string;
  /** The element on this page that the problem is about. Otherwise `to` is the page with the field. */
  fieldId?: string;
  to?: string;
}

interface Props {
  things: readonly MissingThing[];
  /** Incremented each time a submit finds missing fields. The list then takes the focus. */
  asked: number;
  children?: ReactNode;
}

/** Everything that is still missing, with links to the fields. */
export function MissingList({ things, asked, children }: Props) {
  const t = useT('story_editor');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) box.current?.focus();
  }, [asked]);
  if (asked === 0 || things.length === 0) return null;
  return (
    <div ref={box} className={making.missing} role="alert" tabIndex={-1}>
      <h2>{t('story_editor.missing', { count: things.length })}</h2>
      <ul>
        {things.map(({ key, sentence, fieldId, to }) => (
          <li key={key}>
            {to ? (
              <Link to={to}>{sentence}</Link>
            ) : (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  if (fieldId) document.getElementById(fieldId)?.focus();
                }}
              >
                {sentence}
              </a>
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
