import { type ComponentProps, Suspense, useCallback, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { StoryMapPage } from '#features/branch/web/map/story-map-page.tsx';
import { useStoryReading } from '#features/reader/web/reading-store.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { later } from '#web/ui/later.tsx';
import { ContentLanguage } from '#web/ui/link.tsx';
import { SkipLink } from '../layout/bars.tsx';
import { Logo } from '../layout/brand.tsx';

const MemberReading = later(() => import('#features/reader/web/member-reading.tsx').then((m) => m.MemberReading));

const ParticipantKnown = later(() =>
  import('#features/branch/web/participant-known.tsx').then((m) => m.ParticipantKnown),
);

interface Props {
  story: ComponentProps<typeof StoryMapPage>['story'] & Pick<StoryView, 'joinPolicy' | 'progress'>;
  tree: ComponentProps<typeof StoryMapPage>['tree'];
  named: Language | null;
}

export default function StoryMapView({ story, tree, named }: Props) {
  const t = useT();
  const signedIn = useSignedIn();
  const reading = useStoryReading(story.id);
  const [isIn, setIn] = useState(false);
  const takesPart = useCallback(() => setIn(true), []);
  const canWrite = story.progress !== 'ended' && (story.joinPolicy === 'open' || isIn);
  return (
    <ContentLanguage value={named}>
      <SkipLink label={t('common.skip')} />
      <StoryMapPage story={story} tree={tree} reading={reading} canWrite={canWrite} logo={<Logo />} />
      <Suspense>
        {signedIn && <MemberReading storyId={story.id} />}
        {signedIn && story.joinPolicy !== 'open' && <ParticipantKnown storyId={story.id} onKnown={takesPart} />}
      </Suspense>
    </ContentLanguage>
  );
}
