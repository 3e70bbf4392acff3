import { type ReactNode, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { PlainTranslationPage } from './plain-page.tsx';
import { sourceRefOf } from './use-translating.ts';
import { NextButton, readingPath } from './waiting.tsx';

/**
 * The page before a translation is started: what readers see now, what became of the caller’s own translation, and what
 * to start from. If there is neither, there is nothing to choose.
 */
export function TranslationStart({
  editorData,
  announced,
  logo,
  into,
  onDraft,
}: {
  editorData: TranslationEditorData;
  announced: boolean;
  logo: ReactNode;
  into: ReactNode;
  onDraft: (draft: TranslationDraft) => void;
}) {
  const t = useT('translate');
  const moment = useMoment();
  const errorText = useErrorText();
  const [busy, setBusy] = useState<'published' | 'own' | null>(null);
  const { source, language, published, former } = editorData;
  const begin = async (fromPublished: boolean) => {
    setBusy(fromPublished ? 'published' : 'own');
    try {
      const choice = fromPublished ? { fromPublished } : {};
      onDraft(await call(translationApi.create, { ...sourceRefOf(source), language, ...choice }));
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(null);
  };
  const staleCount = published?.staleCount ?? 0;
  const isStale = staleCount > 0;
  const isLeading = !former && (isStale || !editorData.next);
  return (
    <PlainTranslationPage
      editorData={editorData}
      logo={logo}
      into={into}
      announced={announced}
      title={
        !published
          ? t('translate.former_title')
          : isStale
            ? t('translate.stale_title', { count: staleCount })
            : t('translate.public_title')
      }
      lead={
        !published
          ? former && t('translate.former_since', { time: moment(former.at) })
          : published.isOwn
            ? t('translate.public_own', { time: moment(published.approvedAt) })
            : t('translate.public_by', { name: published.translator.username, time: moment(published.approvedAt) })
      }
      actions={
        <>
          {published && !isStale && !former && <NextButton editorData={editorData} />}
          {former && (
            <Button kind="primary" busy={busy === 'own'} onClick={() => void begin(false)}>
              {t('translate.go_on')}
            </Button>
          )}
          {published && (
            <Button kind={isLeading ? 'primary' : 'plain'} busy={busy === 'published'} onClick={() => void begin(true)}>
              {isStale ? t('translate.bring_up') : t('translate.improve')}
            </Button>
          )}
          {published && !published.isOwn && !former && (
            <Button busy={busy === 'own'} onClick={() => void begin(false)}>
              {t('translate.from_scratch')}
            </Button>
          )}
          {published ? (
            <ButtonLink to={readingPath(source, language)}>{t('translate.read_it')}</ButtonLink>
          ) : (
            <ButtonLink to={readingPath(source, source.language)}>{t('translate.read_original')}</ButtonLink>
          )}
        </>
      }
    >
      {former && <WhyNotPublic former={former} />}
      {isStale && <p>{t('translate.stale_text', { count: staleCount })}</p>}
    </PlainTranslationPage>
  );
}

/** Explains why the caller’s own translation isn’t published anymore. */
function WhyNotPublic({ former: { status, reason } }: { former: NonNullable<TranslationEditorData['former']> }) {
  const t = useT('translate');
  if (status === 'superseded') return <Banner>{t('translate.superseded')}</Banner>;
  return (
    <Banner kind="danger">
      {reason ? t('translate.taken_down_reason', { reason }) : t('translate.taken_down')} {t('translate.text_kept')}
    </Banner>
  );
}
