import { useSite } from '../../app/site.ts'

/** Before the site has answered; the server decides anyway. */
const usualMb = 50

/** Most MB of an uploaded file. */
export const useUploadLimit = (): number => useSite().uploadMb ?? usualMb
