import { X } from 'lucide';
import type { ReactNode } from 'react';
import { useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
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
const TALL_KNOTS: Knot[] = [
  ['fl2', 14, 42, 4.5],
  ['fl3', 32, 58, 4.5],
  ['fl4', 12, 74, 4.5],
  ['fl5', 22, 87, 4.5],
  ['fl5', 6, 125, 3.5],
  ['fl3', 22, 125, 3.5],
  ['fl4', 38, 125, 3.5],
  ['fl6', 22, 147, 6],
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

/** Explains the site to first-time visitors: one thread through the modes. */
export function Intro() {
  const t = useT('discovery');
  return (
    <section className={`${styles.intro} until-intro`} aria-label={t('home.intro_label')}>
      <p className={styles.say}>{t('home.intro')}</p>
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
      <div className={styles.tall}>
        <svg className={styles.yarnLine} viewBox="0 0 44 168" aria-hidden="true">
          <path className={styles.st1} d="M14 0c0 12 0 20 10 22s14-13 3-14-13 16-13 34" />
          <path className={styles.st2} d="M14 42c0 9 18 6 18 16" />
          <path className={styles.st3} d="M32 58c0 9-20 6-20 16" />
          <path className={styles.st4} d="M12 74c0 8 10 5 10 13" />
          <path
            className={styles.st5}
            d="M22 87c0 24-16 14-16 38M22 87v38M22 87c0 24 16 14 16 38M6 125c0 14 16 10 16 22"
          />
          <path className={styles.st3} d="M22 125v22" />
          <path className={styles.st4} d="M38 125c0 14-16 10-16 22" />
          <path className={styles.st6} d="M22 147v21" />
          <Knots knots={TALL_KNOTS} />
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
