import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { later } from '#web/ui/later.tsx';
import segments from '#web/ui/segments.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { entryPath } from '../paths.ts';
import styles from './ballot.module.css';
import { EntrySheet } from './entry-sheet.tsx';
import type { PaneProps } from './pane-props.ts';
import { besideOf } from './rows.ts';
import { VotingPanel } from './voting-panel.tsx';
import { hasNoVote } from './why-no-vote.tsx';

const SecondSheet = later(() => import('./second-sheet.tsx').then((m) => m.SecondSheet));

type Side = 'left' | 'right';

/**
 * One entry to read, or two side by side. On phones only one of them is visible, with a switch that keeps the position.
 */
export function Pane(props: PaneProps) {
  const { round, entry, rows, viewer, isOver } = props;
  const t = useT('ballot');
  const [isComparing, setComparing] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { side, sheets, show } = useSides(entry.id);
  const others = rows.filter(({ id }) => id !== entry.id);
  const beside = others.find(({ id }) => id === chosenId) ?? besideOf(rows, entry.id);
  const row = rows.find(({ id }) => id === entry.id) ?? null;
  const second = isComparing ? beside : null;
  const tag = LANGUAGE_TAGS[round.story.language];
  return (
    <section
      className={classNames(styles.pane, second && styles.two, side === 'right' && styles.showsRight)}
      id="entry"
      aria-label={t('ballot.reading_pane')}
    >
      {beside && (
        <div className={classNames(styles.paneBar, 'no-print')}>
          <fieldset className={segments.seg}>
            <legend className="hide">{t('ballot.view')}</legend>
            <label>
              <input type="radio" name="view" checked={!isComparing} onChange={() => setComparing(false)} />
              {t('ballot.read_one')}
            </label>
            <label>
              <input type="radio" name="view" checked={isComparing} onChange={() => setComparing(true)} />
              {t('ballot.compare')}
            </label>
          </fieldset>
          {second && (
            <>
              {row && (
                <fieldset className={classNames(segments.seg, styles.pickSide)}>
                  <legend className="hide">{t('ballot.side')}</legend>
                  <label>
                    <input type="radio" name="side" checked={side === 'left'} onChange={() => show('left')} />
                    {row.letter}
                  </label>
                  <label>
                    <input type="radio" name="side" checked={side === 'right'} onChange={() => show('right')} />
                    {second.letter}
                  </label>
                </fieldset>
              )}
              {others.length > 1 && (
                <label className={styles.with}>
                  <span className="small soft">{t('ballot.compare_with')}</span>
                  <select value={second.id} onChange={({ target }) => setChosenId(target.value)}>
                    {others.map(({ id, letter, title }) => (
                      <option key={id} value={id} lang={tag}>
                        {t('common.labelled', { name: letter, value: title })}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </>
          )}
        </div>
      )}
      <div className={styles.sheets} ref={sheets}>
        <EntrySheet {...props} className={styles.left} toOther={second && (() => show('right'))} otherRow={second} />
        {second && (
          <SecondSheet
            {...props}
            key={second.id}
            id={second.id}
            toOther={() => show('left')}
            otherRow={row}
            waiting={<Spinner />}
          />
        )}
      </div>
      {!isOver && <NextEntry {...props} />}
      <VotingPanel round={round} rows={rows} viewer={viewer} isOver={isOver} />
    </section>
  );
}

/** For readers without a vote: the next entry. Those who can vote find it among the entries that they still have to open. */
function NextEntry({ round, entry, rows, viewer }: PaneProps) {
  const t = useT('ballot');
  const signedIn = useSignedIn();
  const next = rows.find(({ id, isOpened }) => id !== entry.id && !isOpened);
  if (!next || (signedIn && !(viewer && hasNoVote(viewer)))) return null;
  return (
    <p className={classNames('no-print', !signedIn && 'for-visitors')}>
      <ButtonLink to={entryPath(round.id, next.id)}>{t('ballot.open_entry', { letter: next.letter })}</ButtonLink>
    </p>
  );
}

/** Which of two texts is visible on a phone. Switching keeps the position, as a share of the text’s length. */
function useSides(entryId: string) {
  const [side, setSide] = useState<Side>('left');
  const sheets = useRef<HTMLDivElement>(null);
  const share = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry starts on its own side
  useEffect(() => setSide('left'), [entryId]);
  const shownText = () => [...(sheets.current?.querySelectorAll('article') ?? [])].find((it) => it.offsetHeight > 0);
  const show = (next: Side) => {
    const text = shownText()?.getBoundingClientRect();
    share.current = text ? -text.top / text.height : null;
    setSide(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the other side is laid out
  useLayoutEffect(() => {
    const text = shownText()?.getBoundingClientRect();
    // If the reader hasn’t reached the text yet, doesn’t scroll.
    if (text && share.current !== null && share.current > 0)
      scrollTo({ top: scrollY + text.top + share.current * text.height, behavior: 'instant' });
    share.current = null;
  }, [side]);
  return { side, sheets, show };
}
