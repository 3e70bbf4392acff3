import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import type { FoundPerson } from '../contract.ts';
import { Marked } from './marked.tsx';
import styles from './search.module.css';

/** Authors whose names match the search. */
export function FoundPeople({ people }: { people: readonly FoundPerson[] }) {
  const t = useT('discovery');
  return (
    <Section title={t('search.people')}>
      <ul className={styles.people}>
        {people.map(({ id, username, slug, avatar, namePieces, stories, chapters }) => (
          <li key={id}>
            <Avatar name={username} src={avatar} />
            <span>
              <Link className="quiet" to={to.user({ userSlug: slug })}>
                <Marked pieces={namePieces} />
              </Link>
              <span className="small soft">{t('search.work', { stories, chapters })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
