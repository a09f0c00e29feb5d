import { dataGroups } from '@fleetdeck/contract/data-groups'
import { type DataImportProgress, dataImport, dataItems } from '@fleetdeck/contract/data-items'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf, call } from '../../api/call.ts'
import { uploadTo } from '../../api/upload-file.ts'

/** How often the server is asked how far it is; ms. */
const pollMs = 500

export interface ImportChoice {
  file: File
  groupId: number
  name: string
  dedupe: number
}

export const isReading = ({ state }: DataImportProgress) => state === 'reading'

/** Sends a file and follows what becomes of it. */
export function useDataImport() {
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string>()
  const starting = useMutation({
    mutationFn: ({ file, ...choice }: ImportChoice) => {
      const form = new FormData()
      form.append('file', file)
      const path = addressOf(dataImport.start.path, choice)
      return uploadTo({ ...dataImport.start, path }, form)
    },
    onSuccess: (job) => setJobId(job.jobId),
  })
  const progress = useQuery({
    queryKey: [dataImport.progress.path, jobId],
    queryFn: ({ signal }) => call(dataImport.progress, { query: { jobId: jobId ?? '' }, signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && !isReading(state.data) ? false : pollMs),
  })
  const isEnded = progress.data !== undefined && !isReading(progress.data)
  useEffect(() => {
    if (!isEnded) return
    void client.invalidateQueries({ queryKey: [dataItems.list.path] })
    void client.invalidateQueries({ queryKey: [dataGroups.list.path] })
  }, [isEnded, client])
  const cancelling = useMutation({
    mutationFn: () => call(dataImport.cancel, { body: { jobId: jobId ?? '' } }),
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
