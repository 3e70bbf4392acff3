import { type ReactNode, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { toast } from '#web/ui/toast.tsx';
import { translationApi } from '../../contract.ts';
import type { TranslationDesk, TranslationDraft } from '../../contract-views.ts';
import { PlainPage } from './plain-page.tsx';
import { sourceOf } from './use-translating.ts';
import { NextButton, readingPath } from './waiting.tsx';

/** What readers have already: whose it is, whether it is of the present original, and how to make it better. */
export function Published({
  desk,
  published,
  logo,
  into,
  onDraft,
}: {
  desk: TranslationDesk;
  published: NonNullable<TranslationDesk['published']>;
  logo: ReactNode;
  into: ReactNode;
  onDraft: (draft: TranslationDraft) => void;
}) {
  const t = useT('translate');
  const moment = useMoment();
  const errorText = useErrorText();
  const [busy, setBusy] = useState<'with' | 'without' | null>(null);
  const { source, language } = desk;
  const { isOwn, staleCount, translator, approvedAt } = published;
  const begin = async (fromPublished: boolean) => {
    setBusy(fromPublished ? 'with' : 'without');
    try {
      const choice = fromPublished ? { fromPublished } : {};
      onDraft(await call(translationApi.create, { ...sourceOf(source), language, ...choice }));
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(null);
  };
  const isStale = staleCount > 0;
  return (
    <PlainPage
      desk={desk}
      logo={logo}
      into={into}
      title={isStale ? t('translate.stale_title', { count: staleCount }) : t('translate.public_title')}
      lead={
        isOwn
          ? t('translate.public_own', { time: moment(approvedAt) })
          : t('translate.public_by', { name: translator.username, time: moment(approvedAt) })
      }
      acts={
        <>
          {!isStale && <NextButton desk={desk} />}
          <Button
            kind={isStale || !desk.next ? 'primary' : 'plain'}
            busy={busy === 'with'}
            onClick={() => void begin(true)}
          >
            {isStale ? t('translate.bring_up') : t('translate.improve')}
          </Button>
          {!isOwn && (
            <Button busy={busy === 'without'} onClick={() => void begin(false)}>
              {t('translate.from_scratch')}
            </Button>
          )}
          <ButtonLink to={readingPath(source, language)}>{t('translate.read_it')}</ButtonLink>
        </>
      }
    >
      {isStale && <p>{t('translate.stale_text', { count: staleCount })}</p>}
    </PlainPage>
  );
}
