import { session } from '@fleetdeck/contract/session'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface VerificationCode {
  key: string
  /** A data URI; empty until loaded. */
  picture: string
  /** The site may require no code. */
  isAsked: boolean
  isFailed: boolean
  another: () => void
}

/** The captcha image; each one is valid for a single attempt. */
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
