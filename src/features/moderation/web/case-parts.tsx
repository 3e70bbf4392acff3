import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { CaseDetail } from '../contract-cases.ts';
import type { DecisionBlocker } from '../model/queue.ts';
import { jumpTo } from './jump.ts';
import { KeySign } from './key-sign.tsx';
import { QUEUE_KEYS, type QueueAction } from './queue-keys.ts';
import styles from './submission-case.module.css';
import { useBlockerName } from './words.ts';

const DECISION = 'decide';

/** Actions of the shortcuts on the open entry. */
export type CaseActions = Partial<Record<'approve' | 'reject' | 'hide' | 'suspend', () => void>>;

/** Props of every case, from the moderation queue. */
export interface CasePlace {
  actions: RefObject<CaseActions | null>;
  /** Set if the moderator came from another entry, so that the focus moves to this one. */
  shallFocus: RefObject<boolean>;
  hasKeys: boolean;
  /** Called after the decision. `sentence` is shown as a toast, or null if it was shown already. */
  onDecided: (sentence: string | null) => void;
  onLeave: (() => void) | null;
}

/** Props of the component that shows one kind of case. */
export interface CaseProps extends CasePlace {
  detail: CaseDetail;
}

/** A button of a decision. */
export interface CaseButton {
  act: keyof CaseActions;
  label: string;
  kind?: 'primary' | 'danger';
  onPress: () => void;
}

/** Makes the shortcuts do what the buttons do, while the case is open. */
export function useCaseActions(actions: RefObject<CaseActions | null>, choices: readonly CaseButton[]): void {
  useEffect(() => {
    actions.current = Object.fromEntries(choices.map(({ act, onPress }) => [act, onPress]));
    return () => {
      actions.current = null;
    };
  });
}

/** The heading of a case. Takes the focus if the moderator came from another entry. */
export function useCaseHeading(shallFocus: RefObject<boolean>): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!shallFocus.current) return;
    shallFocus.current = false;
    heading.current?.focus();
  }, [shallFocus]);
  return heading;
}

export function ToDecision() {
  const t = useT('moderation');
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    jumpTo(document.getElementById(DECISION));
  };
  return (
    <a href={`#${DECISION}`} onClick={follow}>
      {t('moderation.to_decision')}
    </a>
  );
}

/** The buttons to decide, or the reason why that isn’t possible. */
export function Decide({
  choices,
  blocker,
  note,
  busy = false,
  failure = null,
  hasKeys,
  onLeave,
}: Pick<CasePlace, 'hasKeys' | 'onLeave'> & {
  choices: readonly CaseButton[];
  blocker: DecisionBlocker | null;
  note: string;
  /** True while the first of them is being submitted. */
  busy?: boolean;
  /** Error of the last attempt. */
  failure?: unknown;
}) {
  const t = useT('moderation');
  const blockerName = useBlockerName();
  const errorText = useErrorText();
  return (
    <section>
      <h3 id={DECISION} tabIndex={-1}>
        {t('moderation.decide')}
      </h3>
      <div className={styles.decide}>
        {blocker ? (
          <p>{blockerName(blocker)}</p>
        ) : (
          choices.map(({ act, label, kind, onPress }, i) => (
            <Button
              key={label}
              {...(kind ? { kind } : {})}
              busy={busy && i === 0}
              onClick={busy ? undefined : onPress}
              {...keyOf(act, hasKeys)}
            >
              {label}
              {hasKeys && <KeySign sign={QUEUE_KEYS[act]} />}
            </Button>
          ))
        )}
        {onLeave && (
          <Button kind="bare" onClick={onLeave} {...keyOf('next', hasKeys)}>
            {t('moderation.leave')}
            {hasKeys && <KeySign sign={QUEUE_KEYS.next} />}
          </Button>
        )}
      </div>
      {failure != null && (
        <div className={styles.failure}>
          <Banner kind="danger">{errorText(failure)}</Banner>
        </div>
      )}
      {blocker === null && <p className="small soft">{note}</p>}
    </section>
  );
}

function keyOf(act: QueueAction, hasKeys: boolean) {
  return hasKeys ? { 'aria-keyshortcuts': QUEUE_KEYS[act] } : {};
}

/** A list of labeled facts. */
export function Facts({ of: facts }: { of: readonly (readonly [name: string, fact: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
