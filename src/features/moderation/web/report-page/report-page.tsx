import { useState } from 'react';
import { QueryProvider } from '#web/api/query.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { ReportForm } from './report-form.tsx';
import { ReportFrame } from './report-frame.tsx';
import { ReportSent } from './report-sent.tsx';
import type { SentReport } from './sent-report.ts';

/** The page to report something, with or without an account. `url` is filled in. */
export function ReportPage({ url }: { url: string }) {
  const isMember = useSignedIn();
  const [sent, setSent] = useState<SentReport | null>(null);
  if (sent) return <ReportSent {...sent} onAgain={() => setSent(null)} />;
  return (
    <QueryProvider>
      <ReportFrame>
        {/* Another form if the member logs in or out, because it asks for something else. */}
        <ReportForm key={String(isMember)} isMember={isMember} url={url} onSent={setSent} />
      </ReportFrame>
    </QueryProvider>
  );
}
