interface Chosen {
  file: Pick<File, 'name' | 'size'>
  /** How many files were dropped together. */
  count: number
  types: readonly string[] | 'any'
  /** MB. */
  limit: number
}

const bytesPerMb = 1024 * 1024

/** The message of spec §8 for an invalid file, before anything is sent. */
export function checkFile({ file, count, types, limit }: Chosen) {
  if (count > 1) return 'upload.singleOnly'
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (types !== 'any' && !types.includes(ending)) return 'upload.wrongType'
  return file.size > limit * bytesPerMb ? 'upload.tooLarge' : undefined
}
