/** Hash of the member’s own profile that opens the editor for their public data. */
export const EDIT_HASH = '#edit';
