import { useT } from '#web/i18n/i18n.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextsAndYou } from './texts-and-you.tsx';

/** The last part of one's own page; messages and mails lead here. */
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
