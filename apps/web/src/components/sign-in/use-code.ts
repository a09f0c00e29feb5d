import { session } from '@fleetdeck/contract/session'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface VerificationCode {
  key: string
  /** A data URI; empty until it is there. */
  picture: string
  /** The site may do without a code. */
  isAsked: boolean
  isFailed: boolean
  another: () => void
}

/** The picture whose characters have to be typed; each one holds for a single try. */
export function useCode(): VerificationCode {
  const { data, isError, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: () => call(session.captcha),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    key: data?.idKeyC ?? '',
    picture: data?.base64stringC ?? '',
    isAsked: isError || (data !== undefined && data.idKeyC !== ''),
    isFailed: isError,
    another: () => void refetch(),
  }
}
