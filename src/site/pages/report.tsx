import { SOCIAL_IMAGE, to } from '#core/pages.ts';
import { ReportWaiting } from '#features/moderation/web/report-page/report-frame.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

export const report = definePage('report', {
  load({ translator: { t } }) {
    const [title, description] = [t('report_page.title'), t('report_page.lead')];
    return { head: { title, description, path: to.report(), image: SOCIAL_IMAGE }, data: {} };
  },
  layout: () => SiteLayout,
  script: 'room',
  Content: ReportWaiting,
});
