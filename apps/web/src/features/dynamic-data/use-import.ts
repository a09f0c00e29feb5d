import { type DynamicImport, dynamicData } from '@fleetdeck/contract/dynamic-data'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { uploadTo } from '../../api/upload-file.ts'

/** How often the server is asked how far it is; ms. */
const pollMs = 500

export const isRunning = ({ state }: DynamicImport) => state === 'reading' || state === 'writing'
const pathOf = (path: string, tableId: number) => path.replace(':tableId', String(tableId))

/** Sends a file of rows and follows what becomes of it. */
export function useImport(tableId: number) {
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string>()
  const starting = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return uploadTo({ ...dynamicData.start, path: pathOf(dynamicData.start.path, tableId) }, form)
    },
    onSuccess: (job) => setJobId(job.jobId),
  })
  const progress = useQuery({
    queryKey: [dynamicData.progress.path, jobId],
    queryFn: ({ signal }) => call(dynamicData.progress, { query: { jobId: jobId ?? '' }, signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : pollMs),
  })
  const isEnded = progress.data !== undefined && !isRunning(progress.data)
  useEffect(() => {
    if (isEnded) void client.invalidateQueries({ queryKey: [pathOf(dynamicData.list.path, tableId)] })
  }, [isEnded, client, tableId])
  const cancelling = useMutation({
    mutationFn: () => call(dynamicData.cancel, { body: { jobId: jobId ?? '' } }),
  })
  return {
    start: starting.mutate,
    isStarting: starting.isPending,
    progress: jobId === undefined ? undefined : progress.data,
    isUnderWay: jobId !== undefined && !isEnded,
    cancel: () => cancelling.mutate(),
    isCancelling: cancelling.isPending,
    again: () => setJobId(undefined),
  }
}
