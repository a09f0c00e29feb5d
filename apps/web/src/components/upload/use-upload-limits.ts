import { useSite } from '../../ground/site.ts'

/** Before the site has answered; the server decides anyway. */
const usualMb = 50

/** What may be uploaded: at most so many MB, with one of these endings. */
export function useUploadLimits(): { limit: number; types: string[] } {
  const { uploadMb = usualMb, uploadTypes = '' } = useSite()
  return { limit: uploadMb, types: uploadTypes.split(',').filter(Boolean) }
}
