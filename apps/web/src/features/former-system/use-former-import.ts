import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { type FormerKind, type FormerProgress, formerImport } from '@fleetdeck/contract/former-import'
import { scripts } from '@fleetdeck/contract/scripts'
import { useState } from 'react'
import { call, withQuery } from '../../api/call.ts'
import { uploadTo } from '../../api/upload-file.ts'
import { type FileLayout, layoutQuery } from '../../components/import/file-layout.ts'
import { useImportJob } from '../../components/import/use-import-job.ts'

export interface ChosenFile {
  file: File
  kind: FormerKind | 'auto'
  /** As chosen; else the columns are found by their titles. */
  layout?: FileLayout
}
/** What is imported; each change makes another one. */
export interface Choice {
  files: readonly ChosenFile[]
  userId: number | undefined
  update: boolean
}
const nothing: Choice = { files: [], userId: undefined, update: false }

export const isRunning = ({ state }: FormerProgress) =>
  state === 'reading' || state === 'checking' || state === 'writing'

function send({ files, userId, update, dryRun }: Choice & { dryRun: boolean }) {
  const form = new FormData()
  for (const { file } of files) form.append('file', file)
  const layouts = files.map(({ layout }) => layout && layoutQuery(layout))
  const query = {
    encodings: layouts.map((layout) => layout?.encoding ?? '').join(','),
    columns: layouts.map((layout) => layout?.columns ?? '').join(';'),
    hasTitles: layouts.map((layout) => layout?.hasTitles ?? '').join(','),
    kind: files.map(({ kind }) => kind).join(','),
    dryRun: dryRun ? '1' : '0',
    update: update ? '1' : '0',
    ...(userId !== undefined && { userId }),
  }
  return uploadTo({ ...formerImport.start, path: withQuery(formerImport.start.path, query) }, form)
}

/** The chosen files, and the dry run or import of exactly these. */
export function useFormerImport() {
  const [choice, setChoice] = useState(nothing)
  const [sent, setSent] = useState<Choice>()
  const run = useImportJob({
    send,
    progressKey: formerImport.progress.path,
    progress: (jobId, signal) => call(formerImport.progress, { query: { jobId }, signal }),
    cancel: (jobId) => call(formerImport.cancel, { body: { jobId } }),
    isRunning,
    lists: [deviceGroups, devices, scripts, dataGroups, dataItems].map(({ list }) => list.path),
  })
  const progress = sent === choice && !run.isStarting ? run.progress : undefined
  return {
    ...run,
    choice,
    setChoice,
    isBusy: run.isStarting || run.isUnderWay,
    /** Of exactly these files. */
    progress,
    isTried: progress?.state === 'done' && progress.dryRun,
    start: (dryRun: boolean) => {
      setSent(choice)
      run.start({ ...choice, dryRun })
    },
    clear: () => setChoice(nothing),
  }
}

export type FormerRun = ReturnType<typeof useFormerImport>
