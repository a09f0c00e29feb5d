import { importRowLimit, importSizeLimit, userImport } from '@fleetdeck/contract/user-import'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ImportFile } from '../../components/import/ImportFile.tsx'
import { ImportFrame } from '../../components/import/ImportFrame.tsx'
import { useChosenFile } from '../../components/import/use-chosen-file.ts'
import { useText } from '../../ground/language.ts'
import { ImportOutcome } from './ImportOutcome.tsx'
import { useImport } from './use-import.ts'
import styles from './users.module.css'

/** Imports a spreadsheet of users, with its progress and a result per row. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const chosen = useChosenFile()
  const { ready } = chosen
  const [updateSupport, setUpdateSupport] = useState(false)
  const [goodRows, setGoodRows] = useState(false)
  const run = useImport()
  return (
    <ImportFrame
      title={t('userImport.title')}
      run={run}
      mayStart={ready !== undefined}
      onStart={() => ready && run.start({ ...ready, updateSupport, goodRows })}
      onClose={onClose}
      outcome={(progress) => <ImportOutcome progress={progress} />}
    >
      <ImportFile
        types={['xls', 'xlsx']}
        limit={importSizeLimit}
        limits={t('userImport.rows', { rows: importRowLimit })}
        chosen={chosen}
        preview={userImport.preview}
        template={() => call(userImport.template)}
      />
      <div className={styles.choices}>
        <Checkbox checked={updateSupport} onChange={(event) => setUpdateSupport(event.target.checked)}>
          {t('userImport.update')}
        </Checkbox>
        <span className={styles.hint}>{t('userImport.updateHint')}</span>
        <Checkbox checked={goodRows} onChange={(event) => setGoodRows(event.target.checked)}>
          {t('userImport.goodRows')}
        </Checkbox>
        <span className={styles.hint}>{t('userImport.goodRowsHint')}</span>
      </div>
    </ImportFrame>
  )
}
