import { DownloadOutlined } from '@ant-design/icons'
import { importRowLimit, importSizeLimit, userImport } from '@fleetdeck/contract/user-import'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { useText } from '../../app/language.ts'
import { FileDrop } from '../../components/upload/FileDrop.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { useImport } from './use-import.ts'
import styles from './users.module.css'

interface ChoiceProps {
  file: File | undefined
  onFile: (file: File) => void
}

function FileChoice({ file, onFile }: ChoiceProps) {
  const t = useText()
  const template = useMutation({
    mutationFn: async () => download((await call(userImport.template)).fileName),
  })
  return (
    <>
      <FileDrop
        types={['xls', 'xlsx']}
        limit={importSizeLimit}
        onFile={onFile}
        chosen={file && <strong>{file.name}</strong>}
      >
        <span className={styles.hint}>{t('userImport.rows', { rows: importRowLimit })}</span>
      </FileDrop>
      <Button
        type="link"
        style={{ marginTop: 8, paddingInline: 0 }}
        icon={<DownloadOutlined />}
        loading={template.isPending}
        onClick={() => template.mutate()}
      >
        {t('userImport.template')}
      </Button>
    </>
  )
}

/** A spreadsheet of users: chosen, followed while it is worked on, and told row by row. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [updateSupport, setUpdateSupport] = useState(false)
  const [goodRows, setGoodRows] = useState(false)
  const run = useImport()
  const { progress } = run

  const footer = progress ? (
    <>
      {run.isUnderWay ? (
        <Button loading={run.isCancelling} onClick={run.cancel}>
          {t('userImport.stop')}
        </Button>
      ) : (
        <Button onClick={run.again}>{t('userImport.again')}</Button>
      )}
      <Button type="primary" onClick={onClose}>
        {t('organisation.close')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>{t('table.cancel')}</Button>
      <Button
        type="primary"
        disabled={!file}
        loading={run.isStarting || run.isUnderWay}
        onClick={() => file && run.start({ file, updateSupport, goodRows })}
      >
        {t('userImport.start')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      width={640}
      title={t('userImport.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={footer}
    >
      {progress ? (
        <ImportOutcome progress={progress} />
      ) : (
        <>
          <FileChoice file={file} onFile={setFile} />
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
        </>
      )}
    </Modal>
  )
}
