import { type ImportProgress, userImport } from '@fleetdeck/contract/user-import'
import { users } from '@fleetdeck/contract/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf, call } from '../../api/call.ts'
import { uploadTo } from '../../api/upload-file.ts'

/** How often the server is asked how far it is; ms. */
const pollMs = 500

interface ImportChoice {
  file: File
  updateSupport: boolean
  goodRows: boolean
}

export const isRunning = ({ state }: ImportProgress) =>
  state === 'reading' || state === 'checking' || state === 'writing'

/** Sends a spreadsheet and follows what becomes of it. */
export function useImport() {
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string>()
  const starting = useMutation({
    mutationFn: ({ file, updateSupport, goodRows }: ImportChoice) => {
      const form = new FormData()
      form.append('file', file)
      const path = addressOf(userImport.start.path, { updateSupport, goodRows })
      return uploadTo({ ...userImport.start, path }, form)
    },
    onSuccess: (job) => setJobId(job.jobId),
  })
  const progress = useQuery({
    queryKey: [userImport.progress.path, jobId],
    queryFn: ({ signal }) => call(userImport.progress, { query: { jobId: jobId ?? '' }, signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : pollMs),
  })
  const isEnded = progress.data !== undefined && !isRunning(progress.data)
  useEffect(() => {
    if (isEnded) void client.invalidateQueries({ queryKey: [users.list.path] })
  }, [isEnded, client])

  const cancelling = useMutation({
    mutationFn: () => call(userImport.cancel, { body: { jobId: jobId ?? '' } }),
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
