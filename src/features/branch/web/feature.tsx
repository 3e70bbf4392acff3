import { webFeature } from '#web/feature.ts';

export const branch = webFeature({
  islands: {
    'write-row': {
      forMembers: true,
      load: async () => (await import('./member-write-row.tsx')).MemberWriteRow,
    },
    'write-link': {
      forMembers: true,
      load: async () => (await import('./member-write-link.tsx')).MemberWriteLink,
    },
  },
});
