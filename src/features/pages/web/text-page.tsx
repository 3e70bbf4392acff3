import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Time } from '#web/ui/time.tsx';
import type { TextPage } from '../contract.ts';
import styles from './text-page.module.css';

/** A text page with a one-sentence summary per section. Its table of contents is in the margin or folded. */
export function TextPageView({ page, dated = false }: { page: TextPage; dated?: boolean }) {
  const t = useT();
  const contents = (
    <ol>
      {page.parts.map((part, i) => (
        <li key={part.id}>
          <a href={`#${part.id}`}>
            {i + 1}. {part.title}
          </a>
        </li>
      ))}
    </ol>
  );
  const heading = t('common.in_parts', { count: page.parts.length });
  return (
    <article className={styles.essay}>
      <header>
        <h1>{page.title}</h1>
        <p className="soft">{page.lead}</p>
        {dated && (
          <p className="small soft">
            {t('common.in_force_since')} <Time at={`${page.updated}T00:00:00Z`} kind="long" />
          </p>
        )}
      </header>
      <nav className={classNames(styles.toc, styles.margin)} aria-label={heading}>
        <h2>{heading}</h2>
        {contents}
      </nav>
      <details className={classNames(styles.toc, styles.folded)}>
        <summary>{heading}</summary>
        {contents}
      </details>
      <div className={styles.essayText}>
        {page.parts.map((part, i) => (
          <section key={part.id} id={part.id}>
            <h2>
              <span className={styles.nr}>{i + 1}</span>
              {part.title}
            </h2>
            {part.short && <p className={styles.short}>{t('common.in_short', { text: part.short })}</p>}
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {part.list && (
              <ul>
                {part.list.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </article>
  );
}
