import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { importRowLimit, importSizeLimit, userImport } from '@fleetdeck/contract/user-import'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Upload } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { ImportOutcome } from './ImportOutcome.tsx'
import { useImport } from './use-import.ts'
import styles from './users.module.css'

interface ChoiceProps {
  file: File | undefined
  onFile: (file: File | undefined) => void
}

function FileChoice({ file, onFile }: ChoiceProps) {
  const t = useText()
  const template = useMutation({
    mutationFn: async () => download((await call(userImport.template)).fileName),
  })
  const take = (chosen: File) => {
    if (/\.xlsx?$/i.test(chosen.name)) onFile(chosen)
    else showFailure(t('userImport.wrongType'))
    return false
  }
  return (
    <>
      <Upload.Dragger
        accept=".xls,.xlsx"
        maxCount={1}
        beforeUpload={take}
        fileList={file ? [{ uid: 'file', name: file.name }] : []}
        onRemove={() => onFile(undefined)}
      >
        <p>
          <InboxOutlined style={{ fontSize: 32 }} aria-hidden />
        </p>
        <p>{t('userImport.drop')}</p>
        <p className={styles.hint}>
          {t('userImport.limits', { rows: importRowLimit, size: importSizeLimit })}
        </p>
      </Upload.Dragger>
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
