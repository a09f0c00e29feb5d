import {
  type DynamicImport,
  dynamicData,
  importRowLimit,
  importSizeLimit,
} from '@fleetdeck/contract/dynamic-data'
import type { DynamicTable } from '@fleetdeck/contract/dynamic-tables'
import { call } from '../../api/call.ts'
import { ImportFile } from '../../components/import/ImportFile.tsx'
import { ImportFrame } from '../../components/import/ImportFrame.tsx'
import { ImportProgressBar, ImportResult, percentOf } from '../../components/import/ImportResult.tsx'
import { useChosenFile } from '../../components/import/use-chosen-file.ts'
import { useText } from '../../ground/language.ts'
import { callOn, isRunning, useImport } from './use-import.ts'

function Outcome({ progress }: { progress: DynamicImport }) {
  const t = useText()
  const { state, added, failed, reason, done, total } = progress
  if (isRunning(progress)) {
    const text = t('dynamicData.running')
    return (
      <ImportProgressBar
        text={total > 0 ? `${text} ${done} / ${total}` : text}
        percent={percentOf(progress)}
      />
    )
  }
  const title = state === 'cancelled' || state === 'failed' ? state : 'done'
  return (
    <ImportResult
      {...progress}
      title={t(`dynamicData.${title}`)}
      summary={
        <>
          {reason && <p>{reason}</p>}
          {(!reason || added > 0) && t('dynamicData.summary', { added, failed })}
        </>
      }
      position="row"
    />
  )
}

/** Imports a file of rows, with its progress and a result per row. */
export function ImportDialog({ design, onClose }: { design: DynamicTable; onClose: () => void }) {
  const t = useText()
  const chosen = useChosenFile()
  const { ready } = chosen
  const run = useImport(design.id)
  return (
    <ImportFrame
      title={t('dynamicData.importTitle', { name: design.tableName })}
      run={run}
      mayStart={ready !== undefined}
      onStart={() => ready && run.start(ready)}
      onClose={onClose}
      outcome={(progress) => <Outcome progress={progress} />}
    >
      <ImportFile
        types={['xls', 'xlsx', 'csv']}
        limit={importSizeLimit}
        limits={t('dynamicData.limits', { rows: importRowLimit })}
        chosen={chosen}
        preview={callOn(dynamicData.preview, design.id)}
        template={() => call(dynamicData.template, { params: { tableId: design.id } })}
      />
    </ImportFrame>
  )
}
