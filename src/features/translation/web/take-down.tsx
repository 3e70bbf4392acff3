import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Language } from '#core/languages.ts';
import { ReasonDialog } from '#features/moderation/web/reason-dialog.tsx';
import { storyApi } from '#features/stories/contract.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { translationApi } from '../contract.ts';

interface Props {
  storyId: string;
  translationId: string;
  language: Language;
}

/** For moderators, beside a published translation: the way to take it down. Nobody else sees anything of it. */
export function TakeDown(props: Props) {
  return (
    <QueryProvider>
      <ForModerators {...props} />
    </QueryProvider>
  );
}

function ForModerators(props: Props) {
  const { storyId } = props;
  const t = useT('review');
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['story', storyId, 'viewer'],
    queryFn: () => call(storyApi.viewerState, { storyId }),
  });
  if (!data?.can.moderate) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('review.take_down_act')}</Button>
      {open && <TakeDownDialog {...props} onDone={() => void revalidate()} onClose={close} />}
    </>
  );
}

/** Its translator reads the reason; the one that was public before it comes back. */
function TakeDownDialog({
  translationId,
  language,
  onDone,
  onClose,
}: Props & {
  /** The page shows what is not public any more. */
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT('review');
  return (
    <ReasonDialog
      about={`translation ${translationId}`}
      title={t('review.take_down_title')}
      label={t('review.take_down_reason')}
      act={t('review.take_down')}
      language={language}
      onGive={async (reason) => {
        await call(translationApi.takeDown, { translationId, reason });
        onDone();
      }}
      onClose={onClose}
    >
      <p>{t('review.take_down_text')}</p>
    </ReasonDialog>
  );
}
