import { useSite } from '../../ground/site.ts'

/** Until the site has answered; the server decides in any case. */
const defaultMb = 50

/** Upload limits: maximum MB, and allowed file endings. */
export function useUploadLimits(): { limit: number; types: string[] } {
  const { uploadMb = defaultMb, uploadTypes = '' } = useSite()
  return { limit: uploadMb, types: uploadTypes.split(',').filter(Boolean) }
}
