import type { ComponentProps } from 'react';
import type { Language } from '#core/languages.ts';
import { ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { PathPage } from '#features/reader/web/path-page.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ContentLanguage } from '#web/ui/link.tsx';
import { SkipLink } from '../layout/bars.tsx';
import { Logo } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';

type Props = ComponentProps<typeof PathPage> &
  Pick<ComponentProps<typeof ReaderBar>, 'story'> & { named: Language | null };

export default function PathView({ named, ...shown }: Props) {
  const t = useT('reader');
  return (
    <ContentLanguage value={named}>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={shown.story} logo={<Logo />} language={<LanguageMenu />} />
      <PathPage {...shown} />
    </ContentLanguage>
  );
}
