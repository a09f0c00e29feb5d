import { deviceBatches, deviceLineLimit, type LineResult } from '@fleetdeck/contract/device-batches'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Modal } from 'antd'
import { useId } from 'react'
import { call } from '../../../api/call.ts'
import { useFormDraft } from '../../../components/drafts/use-form-draft.tsx'
import { LinesField } from '../../../components/upload/LinesField.tsx'
import { useText } from '../../../ground/language.ts'
import { OwnerAndGroup } from '../OwnerAndGroup.tsx'
import { useReloadDevices } from '../use-device-commands.ts'
import { LinesOutcome } from './LinesOutcome.tsx'
import { countLines } from './lines.ts'

/** MB; ten thousand lines take a third of it. */
const fileLimit = 0.5

interface ImportForm {
  tenantId: number
  groupId: number
  lines: string
}

const refusedLines = (results: readonly LineResult[]) =>
  results
    .filter(({ reason }) => reason !== null)
    .map(({ deviceNo }) => deviceNo)
    .join('\n')

function useAdding() {
  const reload = useReloadDevices()
  return useMutation({
    mutationFn: ({ lines, ...target }: ImportForm) =>
      call(deviceBatches.batchAdd, { body: { ...target, deviceNo: lines, batch: 1 } }),
    onSuccess: reload,
    meta: { silent: true },
  })
}

/** Adds device numbers from a txt file or pasted text, one per line (spec §5), with a result for each line. */
export function AddManyDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [form] = Form.useForm<ImportForm>()
  const formId = useId()
  const count = countLines(Form.useWatch<string | undefined>('lines', form))
  const adding = useAdding()
  const draft = useFormDraft(form, { place: 'device/many', formId, stored: undefined })
  const add = (values: ImportForm) => adding.mutate(values, { onSuccess: draft.drop })
  const close = async () => {
    if (await draft.mayClose()) onClose()
  }
  const { data } = adding
  const goOn = (left: string) => {
    form.setFieldValue('lines', left)
    if (left !== '') draft.keep()
    adding.reset()
  }
  const refused = data ? refusedLines(data.results) : ''

  const footer = data ? (
    <>
      <Button onClick={() => goOn(refused)}>{t(refused ? 'deviceImport.fix' : 'deviceImport.more')}</Button>
      <Button type="primary" onClick={onClose}>
        {t('deviceImport.close')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={close}>{t('table.cancel')}</Button>
      <Button type="primary" loading={adding.isPending} onClick={form.submit}>
        {count > 0 ? t('deviceImport.start', { count }) : t('deviceImport.title')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      width={640}
      title={t('deviceImport.title')}
      mask={{ closable: false }}
      onCancel={close}
      footer={footer}
    >
      {data && <LinesOutcome added={data.added} results={data.results} />}
      {/* Stays mounted behind the results: owner and group stay for the corrected lines. */}
      <div hidden={data !== undefined}>
        <Form<ImportForm>
          form={form}
          name={formId}
          layout="vertical"
          onFinish={add}
          onValuesChange={draft.keep}
        >
          {draft.bar}
          {adding.error && (
            <Alert
              type="error"
              showIcon
              role="alert"
              title={adding.error.message}
              style={{ marginBottom: 16 }}
            />
          )}
          <OwnerAndGroup />
          <LinesField
            name="lines"
            label={t('deviceImport.lines')}
            hint={t('deviceImport.linesHint', { count: deviceLineLimit })}
            required={t('deviceImport.linesRequired')}
            limit={fileLimit}
          />
        </Form>
      </div>
    </Modal>
  )
}
