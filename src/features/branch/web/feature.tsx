import { webFeature } from '#web/feature.ts';
import { branchFace } from './face.ts';

export const branch = webFeature({
  modes: {
    branch: {
      face: branchFace,
      loadPages: import.meta.env.SSR ? async () => (await import('./pages.tsx')).branchPages : null,
      loadEditor: async () => (await import('./editor.tsx')).branchEditor,
    },
  },
  islands: {
    'write-row': {
      forMembers: true,
      load: async () => (await import('./member-write-row.tsx')).MemberWriteRow,
    },
    'write-link': {
      forMembers: true,
      load: async () => (await import('./member-write-link.tsx')).MemberWriteLink,
    },
    'read-ways': {
      forMembers: true,
      load: async () => (await import('./read-ways.tsx')).ReadWays,
    },
    'branch-read-on': { load: async () => (await import('./own-branch.tsx')).OwnBranchReadOn },
    'branch-reading': { load: async () => (await import('./own-branch.tsx')).OwnBranchReading },
    'branch-chapters': { load: async () => (await import('./own-branch.tsx')).OwnBranchChapters },
  },
});
