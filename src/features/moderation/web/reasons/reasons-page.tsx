import { useQuery } from '@tanstack/react-query';
import { to } from '#core/pages.ts';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { caseApi } from '../../contract-cases.ts';
import { idOfReference } from '../../model/reference-number.ts';
import { OWN_RESTRICTIONS } from '../use-own-restrictions.ts';
import { Statement } from './statement.tsx';

/** The statement of reasons of a decision, for the member whom it is about. */
export function ReasonsPage({ number }: { number: string }) {
  const restrictionId = idOfReference(number);
  if (restrictionId === null) return <Missing />;
  return (
    <QueryProvider>
      <Loaded restrictionId={restrictionId} number={number} />
    </QueryProvider>
  );
}

function Loaded({ restrictionId, number }: { restrictionId: string; number: string }) {
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({
    // Appealing reloads it.
    queryKey: [...OWN_RESTRICTIONS, 'statement', restrictionId],
    queryFn: () => call(caseApi.reasons, { restrictionId }),
    retry: false,
  });
  const isMissing = error instanceof ApiError && error.code === 'restriction_not_found';
  const isAnother = data !== undefined && number !== restrictionId && number !== data.number;
  if (isMissing || isAnother) return <Missing />;
  if (error) return <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} />;
  return data ? <Statement decision={data} /> : <Spinner />;
}

function Missing() {
  const t = useT('reasons');
  return (
    <Empty isPage title={t('reasons.missing')}>
      <p className="soft">{t('reasons.missing_text')}</p>
      <ButtonLink kind="primary" to={to.profile()}>
        {t('reasons.to_profile')}
      </ButtonLink>
    </Empty>
  );
}
