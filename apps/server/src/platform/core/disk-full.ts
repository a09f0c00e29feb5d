/** No space left, a quota is used up, or the file size limit of the process is reached. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether a file could not be written because there is no room for it. */
export const isDiskFull = (error: unknown): boolean =>
  codes.includes((error as NodeJS.ErrnoException | null | undefined)?.code)
