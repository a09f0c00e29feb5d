import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { phoneChecks } from '@fleetdeck/contract/phone-checks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useNow } from '../use-now.ts'

/** A phone answers within 10 s. */
const answerMs = 12_000
const askMs = 1000

/** The last check of a device, read again whenever what must be mended changes, and a new one on request. */
export function usePhoneCheck(id: DeviceId, runtime: DeviceRuntime) {
  const [asked, setAsked] = useState<{ at: number; before: string | undefined }>()
  const now = useNow()
  const isWaiting = asked !== undefined && now - asked.at < answerMs
  const { data, error, refetch } = useQuery({
    queryKey: [phoneChecks.one.path, id, runtime.toMend?.join()],
    queryFn: ({ signal }) => call(phoneChecks.one, { query: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isWaiting && askMs,
    meta: { silent: true },
  })
  const start = useMutation({
    mutationFn: () => call(phoneChecks.start, { body: { id } }),
    onSuccess: () => setAsked({ at: Date.now(), before: data?.checkedAt }),
  })
  const isAnswered = asked !== undefined && data?.checkedAt !== asked.before
  return {
    check: data,
    error,
    reload: () => void refetch(),
    start: () => start.mutate(),
    isRunning: start.isPending || (isWaiting && !isAnswered),
    hasNoAnswer: asked !== undefined && !isWaiting && !isAnswered,
  }
}
