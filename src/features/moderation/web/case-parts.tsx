import { type ComponentType, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
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

/** What the keys can do about what is open. */
export type CaseActions = Partial<Record<'approve' | 'reject' | 'hide' | 'suspend', () => void>>;

export interface SuggestionDialogProps {
  suggestionId: string;
  suggestion: NonNullable<CaseDetail['suggestion']>;
  /** Who is answered. */
  from: string;
  isAccepted: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks what a decision about a suggestion needs, and makes it; given by the feature that keeps the categories. */
export type SuggestionDialogSlot = ComponentType<SuggestionDialogProps>;

/** What every case file gets from the moderation queue. */
export interface CasePlace {
  actions: RefObject<CaseActions | null>;
  /** Set when somebody came here from another one, and reads on here. */
  shallFocus: RefObject<boolean>;
  hasKeys: boolean;
  /** It is decided; the sentence is said unless it was said already. */
  onDecided: (sentence: string | null) => void;
  onLeave: (() => void) | null;
  SuggestionDialog: SuggestionDialogSlot;
}

/** One button of what can be decided. */
export interface CaseButton {
  act: keyof CaseActions;
  label: string;
  kind?: 'primary' | 'danger';
  onPress: () => void;
}

/** The keys do what the buttons do, as long as the case is open. */
export function useCaseActions(actions: RefObject<CaseActions | null>, choices: readonly CaseButton[]): void {
  useEffect(() => {
    actions.current = Object.fromEntries(choices.map(({ act, onPress }) => [act, onPress]));
    return () => {
      actions.current = null;
    };
  });
}

/** The heading of a case, where whoever came from another one goes on. */
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

/** What can be decided, or why it cannot be. */
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
  /** The first of them is under way. */
  busy?: boolean;
  /** Why the last try came to nothing. */
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

/** Facts about something, each with its name. */
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
