import { DownloadOutlined } from '@ant-design/icons'
import {
  dataImport,
  importLineLimit,
  importSheetLimit,
  importTextLimit,
} from '@fleetdeck/contract/data-items'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { useText } from '../../app/language.ts'
import { DedupeField } from '../../components/DedupeField.tsx'
import { FileDrop } from '../../components/upload/FileDrop.tsx'
import { DataGroupPicker } from './DataGroupPicker.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { type ImportChoice, useDataImport } from './use-data-import.ts'

type Choices = Omit<ImportChoice, 'file'>

function FileChoice({ file, onFile }: { file: File | undefined; onFile: (file: File) => void }) {
  const t = useText()
  const template = useMutation({
    mutationFn: async () => download((await call(dataImport.template)).fileName),
  })
  const limits = { count: importLineLimit.toLocaleString(), text: importTextLimit, sheet: importSheetLimit }
  return (
    <>
      <FileDrop
        types={['txt', 'csv', 'xls', 'xlsx']}
        limit={importTextLimit}
        onFile={onFile}
        chosen={file && <strong>{file.name}</strong>}
      >
        <span>{t('dataImport.limits', limits)}</span>
      </FileDrop>
      <Button
        type="link"
        style={{ marginBlock: 8, paddingInline: 0 }}
        icon={<DownloadOutlined />}
        loading={template.isPending}
        onClick={() => template.mutate()}
      >
        {t('dataImport.template')}
      </Button>
    </>
  )
}

function ChoiceFields() {
  const t = useText()
  return (
    <>
      <Form.Item
        name="groupId"
        label={t('dataItem.group')}
        rules={[{ required: true, message: t('dataItem.groupRequired') }]}
      >
        <DataGroupPicker />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('dataItem.name')}
        extra={t('dataImport.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('dataItem.nameRequired') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <DedupeField label={t('dataItem.dedupe')} hint={t('dataItem.dedupeHint')} />
    </>
  )
}

/** Items from a file: chosen, and followed while it is worked on. */
export function ImportDialog({ groupId, onClose }: { groupId: number | undefined; onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const formId = useId()
  const run = useDataImport()
  const { progress } = run
  const footer = progress ? (
    <>
      {run.isUnderWay ? (
        <Button loading={run.isCancelling} onClick={run.cancel}>
          {t('dataImport.stop')}
        </Button>
      ) : (
        <Button onClick={run.again}>{t('dataImport.again')}</Button>
      )}
      <Button type="primary" onClick={onClose}>
        {t('dataImport.close')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>{t('table.cancel')}</Button>
      <Button
        type="primary"
        form={formId}
        htmlType="submit"
        disabled={!file}
        loading={run.isStarting || run.isUnderWay}
      >
        {t('dataImport.start')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      width={640}
      title={t('dataImport.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={footer}
    >
      {progress ? (
        <ImportOutcome progress={progress} />
      ) : (
        <Form<Choices>
          id={formId}
          name={formId}
          layout="vertical"
          initialValues={{ groupId, dedupe: 1 }}
          onFinish={(choices) => file && run.start({ ...choices, file })}
        >
          <FileChoice file={file} onFile={setFile} />
          <ChoiceFields />
        </Form>
      )}
    </Modal>
  )
}
