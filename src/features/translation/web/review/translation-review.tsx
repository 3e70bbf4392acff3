import type { ReactNode } from 'react';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import type { TranslationKind } from '../../model/translation-status.ts';
import { QueuePage } from './queue-page.tsx';
import { TranslationReviewPage } from './translation-review-page.tsx';

/** The review page for translations of stories or of chapters (spec §2): the queue, or the translation in `?id=`. */
export function TranslationReview({ kind, title, logo }: { kind: TranslationKind; title: string; logo: ReactNode }) {
  const { query } = useAddress();
  const isSignedIn = useSignedIn();
  const id = query.get('id');
  const page = (
    <MembersOnly title={title}>
      {id ? <TranslationReviewPage key={id} kind={kind} translationId={id} logo={logo} /> : <QueuePage kind={kind} />}
    </MembersOnly>
  );
  if (!id || isSignedIn) return page;
  return (
    <main id="main" className="wrap">
      {page}
    </main>
  );
}
