/** What an operator can do about a file or folder that can’t be used, by the code of the error. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `This user may not use ${path}. Choose another folder, or change who may use this one.`,
  EPERM: (path) => `This user may not use ${path}. Choose another folder, or change who may use this one.`,
  EROFS: (path) => `${path} is on a disk that can only be read. Choose another folder.`,
  ENOTDIR: (path) => `${path} can’t be used: a part of it is a file, not a folder. Choose another folder.`,
  EEXIST: (path) => `${path} exists already, and is not a folder. Choose another one.`,
  EISDIR: (path) => `${path} is a folder, not a file. Choose another name.`,
  ENAMETOOLONG: (path) => `${path} is too long for a name. Choose a shorter one.`,
};
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
/** What is done with a path. Programs and ports have the same codes. */
const ON_FILES = /^(access|chmod|chown|copyfile|link|lstat|mkdir|mkdtemp|open|rename|rm|rmdir|scandir|stat|unlink)$/;

/**
 * Returns a sentence about a folder or file that can’t be created or used, or about a full disk. Null for all others: a
 * file that is missing, for example, is rather a defect.
 */
export function fileFailure(error: Error): string | null {
  const { code = '', syscall = '', path: from, dest } = error as NodeJS.ErrnoException & { dest?: string };
  // What is moved has just been written.
  const path = dest ?? from;
  if (NO_ROOM.has(code)) return `There is no room on the disk${path ? ` of ${path}` : ''}. Free some, and try again.`;
  if (!path || !ON_FILES.test(syscall)) return null;
  // Nothing can be created in some folders of the system.
  if (code === 'ENOENT' && syscall === 'mkdir') return `${path} can’t be created. Choose another folder.`;
  return SENTENCES[code]?.(path) ?? null;
}
