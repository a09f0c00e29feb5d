import { type DynamicImport, dynamicData } from '@fleetdeck/contract/dynamic-data'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { call, withQuery } from '../../api/call.ts'
import { buildForm, uploadTo } from '../../api/upload-file.ts'
import { type FileLayout, layoutQuery } from '../../components/import/file-layout.ts'
import { useImportJob } from '../../components/import/use-import-job.ts'

export const isRunning = ({ state }: DynamicImport) => state === 'reading' || state === 'writing'
const fillPath = (path: string, tableId: number) => path.replace(':tableId', String(tableId))
/** A call on one table. */
export const callOn = <E extends Endpoint>(endpoint: E, tableId: number) => ({
  ...endpoint,
  path: fillPath(endpoint.path, tableId),
})

/** Sends a file of rows and follows its import. */
export const useImport = (tableId: number) =>
  useImportJob({
    send: ({ file, layout }: { file: File; layout: FileLayout }) => {
      const call = callOn(dynamicData.start, tableId)
      return uploadTo({ ...call, path: withQuery(call.path, layoutQuery(layout)) }, buildForm(file))
    },
    progressKey: dynamicData.progress.path,
    progress: (jobId, signal) => call(dynamicData.progress, { query: { jobId }, signal }),
    cancel: (jobId) => call(dynamicData.cancel, { body: { jobId } }),
    isRunning,
    lists: [fillPath(dynamicData.list.path, tableId)],
  })
