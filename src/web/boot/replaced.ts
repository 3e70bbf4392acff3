/** Event after the content of a document was updated. */
export const REPLACED = 'skein:replaced';
