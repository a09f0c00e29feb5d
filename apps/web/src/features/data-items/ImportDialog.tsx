import {
  dataImport,
  importLineLimit,
  importSheetLimit,
  importTextLimit,
} from '@fleetdeck/contract/data-items'
import { Status } from '@fleetdeck/contract/enums'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { Form, Input } from 'antd'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { DedupeField } from '../../components/DedupeField.tsx'
import { ImportFile } from '../../components/import/ImportFile.tsx'
import { ImportFrame } from '../../components/import/ImportFrame.tsx'
import { useChosenFile } from '../../components/import/use-chosen-file.ts'
import { DataGroupPicker } from '../../components/pickers/DataGroupPicker.tsx'
import { useText } from '../../ground/language.ts'
import { ImportOutcome } from './ImportOutcome.tsx'
import { type ImportChoice, useDataImport } from './use-data-import.ts'

type Choices = Omit<ImportChoice, 'file' | 'layout'>

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

/** Imports items from a file and shows the progress. */
export function ImportDialog({ groupId, onClose }: { groupId: number | undefined; onClose: () => void }) {
  const t = useText()
  const chosen = useChosenFile()
  const { ready } = chosen
  const formId = useId()
  const run = useDataImport()
  const limits = { count: formatNumber(importLineLimit), text: importTextLimit, sheet: importSheetLimit }
  return (
    <ImportFrame
      title={t('dataImport.title')}
      run={run}
      mayStart={ready !== undefined}
      formId={formId}
      onClose={onClose}
      outcome={(progress) => <ImportOutcome progress={progress} />}
    >
      <Form<Choices>
        id={formId}
        name={formId}
        layout="vertical"
        initialValues={{ groupId, dedupe: Status.off }}
        onFinish={(choices) => ready && run.start({ ...choices, ...ready })}
      >
        <ImportFile
          types={['txt', 'csv', 'xls', 'xlsx']}
          limit={importTextLimit}
          limits={t('dataImport.limits', limits)}
          chosen={chosen}
          preview={dataImport.preview}
          template={() => call(dataImport.template)}
        />
        <ChoiceFields />
      </Form>
    </ImportFrame>
  )
}
