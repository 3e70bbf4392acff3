import { policy } from '../trusted-types.ts';

/** Props of an element whose children are made by plain script. React neither hydrates nor removes them. */
export const LEFT_TO_SCRIPT = { dangerouslySetInnerHTML: { __html: policy.createHTML('') } };
