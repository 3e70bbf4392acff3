/** Of the own profile's address, for who comes to change what everyone sees of them. */
export const EDIT_HASH = '#edit';
