import { modelFeature } from '#core/feature.ts';

export const pages = modelFeature({
  name: 'pages',
  errors: {
    page_not_found: 404,
  },
});

type Errors = typeof pages.errors;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}
