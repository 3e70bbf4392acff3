import { useT } from '#web/i18n/i18n.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextsAndYou } from './texts-and-you.tsx';

/** The last section of the member’s own profile. Messages and emails link to it. */
export function YourTexts() {
  const t = useT('leaving');
  return (
    <div id="texts-and-you">
      <Section title={t('leaving.title')}>
        <TextsAndYou />
      </Section>
    </div>
  );
}
