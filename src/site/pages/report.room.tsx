import { ReportPage } from '#features/moderation/web/report-page/report-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';

/** Where anyone can report something on this site. */
export default function ReportRoom() {
  const { query } = useAddress();
  return <ReportPage url={query.get('url') ?? ''} />;
}
