import pageFiles from 'virtual:page-files';
import { fill } from '#web/page/page-slot.tsx';
import { Bell } from './member-head/bell.tsx';
import { HeadTemplate } from './member-head/head-template.tsx';

export const onSite = [
  fill('site.header', { order: 10, Static: Bell }),
  fill('site.templates', {
    order: 20,
    Static: ({ hasHeader }) => hasHeader && <HeadTemplate script={pageFiles.head.join(' ')} />,
  }),
];
