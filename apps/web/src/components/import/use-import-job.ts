import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { pauseInOutage } from '../../api/query-client.ts'

/** Interval of progress queries; ms. */
const pollMs = 500

interface ImportJob<Choice, Progress> {
  /** Sends the file with the selected options. */
  send: (choice: Choice) => Promise<{ jobId: string }>
  progressKey: string
  progress: (jobId: string, signal: AbortSignal) => Promise<Progress>
  cancel: (jobId: string) => Promise<unknown>
  isRunning: (progress: Progress) => boolean
  /** Query keys of the lists that show the imported rows; they reload when it has ended. */
  lists: readonly string[]
}

export type ImportRun<Choice, Progress> = ReturnType<typeof useImportJob<Choice, Progress>>

/** Sends a file and follows its import. */
export function useImportJob<Choice, Progress>(job: ImportJob<Choice, Progress>) {
  const { send, progressKey, isRunning } = job
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string>()
  const starting = useMutation({ mutationFn: send, onSuccess: (started) => setJobId(started.jobId) })
  const progress = useQuery({
    queryKey: [progressKey, jobId],
    queryFn: ({ signal }) => job.progress(jobId ?? '', signal),
    enabled: jobId !== undefined,
    refetchInterval: (query) =>
      query.state.data && !isRunning(query.state.data) ? false : pauseInOutage(query) || pollMs,
  })
  const isEnded = progress.data !== undefined && !isRunning(progress.data)
  const lists = job.lists.join()
  useEffect(() => {
    if (isEnded)
      for (const list of lists.split(',')) inBackground(client.invalidateQueries({ queryKey: [list] }))
  }, [isEnded, client, lists])
  const cancelling = useMutation({ mutationFn: () => job.cancel(jobId ?? '') })
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
