import type { ComponentProps } from 'react';
import type { Language } from '#core/languages.ts';
import { ChapterPage, ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ContentLanguage, ShowsOriginalBeside } from '#web/ui/link.tsx';
import { SkipLink } from '../layout/bars.tsx';
import { Logo } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';

export type Props = ComponentProps<typeof ChapterPage> & {
  named: Language | null;
  wantsBoth: boolean;
};

export default function ShownChapter({
  chapter,
  text,
  asked,
  named,
  wantsBoth,
  versions,
  credits,
  ways,
  rounds,
}: Props) {
  const t = useT('reader');
  const isBeside = text !== null && 'rows' in text;
  return (
    <ContentLanguage value={named}>
      <ShowsOriginalBeside value={wantsBoth}>
        <SkipLink label={t('reader.skip')} />
        <ReaderBar story={chapter.story} logo={<Logo />} language={<LanguageMenu />} isWide={isBeside} />
        <ChapterPage
          chapter={chapter}
          text={text}
          asked={asked}
          versions={versions}
          credits={credits}
          ways={ways}
          rounds={rounds}
        />
      </ShowsOriginalBeside>
    </ContentLanguage>
  );
}
