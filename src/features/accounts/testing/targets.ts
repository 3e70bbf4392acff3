export const member = (userId: string) => ({ userId });
