import { type ImportProgress, userImport } from '@fleetdeck/contract/user-import'
import { users } from '@fleetdeck/contract/users'
import { call, withQuery } from '../../api/call.ts'
import { buildForm, uploadTo } from '../../api/upload-file.ts'
import { type FileLayout, layoutQuery } from '../../components/import/file-layout.ts'
import { useImportJob } from '../../components/import/use-import-job.ts'

interface ImportChoice {
  file: File
  layout: FileLayout
  updateSupport: boolean
  goodRows: boolean
}

export const isRunning = ({ state }: ImportProgress) =>
  state === 'reading' || state === 'checking' || state === 'writing'

/** Sends a spreadsheet and follows its import. */
export const useImport = () =>
  useImportJob({
    send: ({ file, layout, ...choice }: ImportChoice) => {
      const { columns, hasTitles } = layoutQuery(layout)
      const path = withQuery(userImport.start.path, { ...choice, columns, hasTitles })
      return uploadTo({ ...userImport.start, path }, buildForm(file))
    },
    progressKey: userImport.progress.path,
    progress: (jobId, signal) => call(userImport.progress, { query: { jobId }, signal }),
    cancel: (jobId) => call(userImport.cancel, { body: { jobId } }),
    isRunning,
    lists: [users.list.path],
  })
