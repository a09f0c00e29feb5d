import { dataGroups } from '@fleetdeck/contract/data-groups'
import { type DataImportProgress, dataImport, dataItems } from '@fleetdeck/contract/data-items'
import { call, withQuery } from '../../api/call.ts'
import { buildForm, uploadTo } from '../../api/upload-file.ts'
import type { FileLayout } from '../../components/import/file-layout.ts'
import { useImportJob } from '../../components/import/use-import-job.ts'

export interface ImportChoice {
  file: File
  groupId: number
  name: string
  dedupe: number
  layout: FileLayout
}

const isReading = ({ state }: DataImportProgress) => state === 'reading'

/** Sends a file of items and follows its import. */
export const useDataImport = () =>
  useImportJob({
    send: ({ file, layout, ...choice }: ImportChoice) => {
      const { encoding, hasTitles, columns } = layout
      const query = {
        ...choice,
        encoding,
        hasTitles: hasTitles ? '1' : '0',
        nameColumn: columns.indexOf('name'),
        contentColumn: columns.indexOf('content'),
      }
      const path = withQuery(dataImport.start.path, query)
      return uploadTo({ ...dataImport.start, path }, buildForm(file))
    },
    progressKey: dataImport.progress.path,
    progress: (jobId, signal) => call(dataImport.progress, { query: { jobId }, signal }),
    cancel: (jobId) => call(dataImport.cancel, { body: { jobId } }),
    isRunning: isReading,
    lists: [dataItems.list.path, dataGroups.list.path],
  })
