import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import type { PublicReport } from '../contract-public-reports.ts';
import { URGENT_LAW } from '../model/law.ts';
import { Says } from './case-frame.tsx';
import { useCountryName } from './countries.tsx';
import { useLawName, useRuleName } from './words.ts';

/** A report that was sent through the form, by a visitor or a member. */
export function PublicReportItem({ report }: { report: PublicReport }) {
  const t = useT('moderation');
  const ruleName = useRuleName();
  const lawName = useLawName();
  const countryName = useCountryName();
  const { number, reporter, name, email, reason, law, country, createdAt } = report;
  return (
    <li>
      <Meta>
        {reason && <Badge kind="danger">{ruleName(reason)}</Badge>}
        {law && (
          <Badge kind="danger">
            {lawName(law)}
            {country && ` (${countryName(country)})`}
          </Badge>
        )}
        {reporter ? (
          <MemberLink slug={reporter.slug}>{reporter.username}</MemberLink>
        ) : (
          <span>{name === null ? t('moderation.visitor_nameless') : t('moderation.visitor', { name })}</span>
        )}
        {email && <a href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(number)}`}>{email}</a>}
        <span>{number}</span>
        <Time at={createdAt} kind="relative" />
      </Meta>
      {law === URGENT_LAW ? (
        <details>
          <summary>{t('moderation.show_words')}</summary>
          <Words report={report} />
        </details>
      ) : (
        <Words report={report} />
      )}
    </li>
  );
}

function Words({ report: { passage, detail } }: { report: PublicReport }) {
  return (
    <>
      {passage && <blockquote>{passage}</blockquote>}
      {detail && <Says>{detail}</Says>}
    </>
  );
}
