import { X } from 'lucide';
import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import { useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './home.module.css';

type Knot = [fill: 'fl2' | 'fl3' | 'fl4' | 'fl5' | 'fl6', x: number, y: number, r: number];

const LONG_KNOTS: Knot[] = [
  ['fl2', 300, 78, 7],
  ['fl3', 404, 38, 7],
  ['fl4', 504, 90, 7],
  ['fl5', 600, 56, 7],
  ['fl5', 900, 14, 5],
  ['fl3', 900, 56, 5],
  ['fl4', 900, 98, 5],
  ['fl6', 1060, 56, 10],
];

function Knots({ knots }: { knots: Knot[] }) {
  return knots.map(([fill, cx, cy, r]) => (
    <circle key={`${cx} ${cy}`} className={styles[fill]} cx={cx} cy={cy} r={r} />
  ));
}

function Ways(): ReactNode {
  const modes = Object.values(useModes()).toSorted((a, b) => a.introduced - b.introduced);
  const find = useFind('discovery');
  const name = useModeName();
  return (
    <ul className={styles.ways}>
      {modes.map(({ id }) => (
        <li key={id}>
          <b>{name(id)}</b> <span>{find(`home.way_${id}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Explains the site to first-time visitors: one thread through the modes, which phones have no room for. Both links lead to
 * what they can do next.
 */
export function Intro({ hasWaiting }: { hasWaiting: boolean }) {
  const t = useT('discovery');
  return (
    <section className={`${styles.intro} until-intro`} aria-label={t('home.intro_label')}>
      <p className={styles.say}>{t('home.intro')}</p>
      <p className={styles.acts}>
        {hasWaiting ? (
          <a href="#waiting">{t('home.intro_write')}</a>
        ) : (
          <Link to={to.editStory({ new: 1 })}>{t('home.empty_act')}</Link>
        )}
        <Link to={to.about()}>{t('home.intro_more')}</Link>
      </p>
      <div className={styles.long}>
        <svg className={styles.yarnLine} viewBox="0 0 1200 118" aria-hidden="true">
          <path className={styles.st1} d="M0 78h96c84 0 116-16 106-42-9-22-48-18-46 8 3 27 66 34 144 34" />
          <path className={styles.st2} d="M300 78c46 0 54-40 104-40" />
          <path className={styles.st3} d="M404 38c50 0 50 52 100 52" />
          <path className={styles.st4} d="M504 90c44 0 52-34 96-34" />
          <path
            className={styles.st5}
            d="M600 56h50c84 0 84-42 168-42h82M650 56h250M650 56c84 0 84 42 168 42h82M734 56c30 0 34-20 66-20M900 14c90 0 100 42 160 42"
          />
          <path className={styles.st3} d="M900 56h160" />
          <path className={styles.st4} d="M900 98c90 0 100-42 160-42" />
          <path className={styles.st6} d="M1060 56h140" />
          <circle className={`${styles.fl0} ${styles.st5}`} cx="806" cy="36" r="5" />
          <Knots knots={LONG_KNOTS} />
        </svg>
        <Ways />
      </div>
      <Button
        kind="icon"
        className={styles.close}
        data-act="dismiss"
        data-value="intro"
        aria-label={t('home.intro_close')}
      >
        <Icon of={X} />
      </Button>
    </section>
  );
}
