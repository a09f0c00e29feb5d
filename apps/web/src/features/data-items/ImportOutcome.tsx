import type { DataImportProgress } from '@fleetdeck/contract/data-items'
import { encodingName } from '../../components/import/encoding-name.ts'
import { ImportProgressBar, ImportResult, percentOf } from '../../components/import/ImportResult.tsx'
import { useText } from '../../ground/language.ts'

const titles = {
  done: 'dataImport.done',
  cancelled: 'dataImport.cancelled',
  failed: 'dataImport.failed',
} as const

/** Progress or result of an import. */
export function ImportOutcome({ progress }: { progress: DataImportProgress }) {
  const t = useText()
  const { state, lines, added, repeated, failed, encoding, ignored, reason } = progress
  const names = ignored.map((column) =>
    typeof column === 'number' ? t('import.column', { number: column }) : column,
  )
  if (state === 'reading')
    return (
      <ImportProgressBar text={t('dataImport.reading', { count: lines })} percent={percentOf(progress)} />
    )
  return (
    <ImportResult
      {...progress}
      ignored={names}
      title={t(titles[state])}
      position="line"
      summary={
        <>
          {reason && <p>{reason}</p>}
          {t('dataImport.summary', { added, repeated, failed })}
          {encoding && <p>{t('dataImport.encoding', { encoding: encodingName(encoding) })}</p>}
        </>
      }
    />
  )
}
