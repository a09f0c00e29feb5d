import { type DynamicImport, dynamicData } from '@fleetdeck/contract/dynamic-data'
import { call } from '../../api/call.ts'
import { buildForm, uploadTo } from '../../api/upload-file.ts'
import { useImportJob } from '../../components/import/use-import-job.ts'

export const isRunning = ({ state }: DynamicImport) => state === 'reading' || state === 'writing'
const fillPath = (path: string, tableId: number) => path.replace(':tableId', String(tableId))

/** Sends a file of rows and follows its import. */
export const useImport = (tableId: number) =>
  useImportJob({
    send: (file: File) =>
      uploadTo({ ...dynamicData.start, path: fillPath(dynamicData.start.path, tableId) }, buildForm(file)),
    progressKey: dynamicData.progress.path,
    progress: (jobId, signal) => call(dynamicData.progress, { query: { jobId }, signal }),
    cancel: (jobId) => call(dynamicData.cancel, { body: { jobId } }),
    isRunning,
    lists: [fillPath(dynamicData.list.path, tableId)],
  })
