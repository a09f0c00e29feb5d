import type { Device } from '@fleetdeck/contract/devices'
import { Alert, Button, Drawer, Form, Input, InputNumber, Progress, Space } from 'antd'
import { useEffect, useEffectEvent, useId } from 'react'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { AssignTable } from './AssignTable.tsx'
import { areAssignable, type NumberScheme, proposeNumbers, schemeAfter } from './assign-numbers.ts'
import { DeviceNumberField } from './DeviceNumberField.tsx'
import styles from './devices.module.css'
import { findLastNumber } from './find-last-number.ts'
import { OwnerAndGroup } from './OwnerAndGroup.tsx'
import { type AssignRow, type Target, useAssignment } from './use-assignment.ts'

interface AssignForm extends Target, NumberScheme {
  deviceNo: string
}

/** The numbers by the ids of their phones: another time other phones may be picked. */
interface AssignDraft {
  values: Partial<AssignForm>
  numbers: Record<number, string>
}

const firstScheme: NumberScheme = { prefix: 'A', start: 1, digits: 4 }

const countInState = (rows: readonly AssignRow[], state: AssignRow['state']) =>
  rows.filter((row) => row.state === state).length

function SchemeFields() {
  const t = useText()
  return (
    <div className={styles.proposals}>
      <Form.Item
        name="prefix"
        label={t('device.prefix')}
        rules={[{ pattern: /^[A-Za-z0-9]*$/, message: t('device.noFormat') }]}
      >
        <Input maxLength={24} />
      </Form.Item>
      <Form.Item name="start" label={t('device.startNumber')}>
        <InputNumber min={0} max={99_999_999} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="digits" label={t('device.digits')}>
        <InputNumber min={1} max={8} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </div>
  )
}

/** Progress of several assignments. */
function AssignProgress({ rows }: { rows: readonly AssignRow[] }) {
  const t = useText()
  const ended = countInState(rows, 'done') + countInState(rows, 'failed')
  return (
    <Progress
      className={styles.summary ?? ''}
      aria-label={t('assign.progress')}
      percent={Math.floor((100 * ended) / rows.length)}
      format={() => `${ended} / ${rows.length}`}
      status="active"
    />
  )
}

/** Failed and skipped assignments: the reason for a single phone, else counts, with the reasons in the table. */
function Outcome({ rows }: { rows: readonly AssignRow[] }) {
  const t = useText()
  const failed = countInState(rows, 'failed')
  const isStopped = countInState(rows, 'done') > 0 && countInState(rows, 'waiting') > 0
  if (failed === 0 && !isStopped) return null
  const [first] = rows
  const summary = { done: countInState(rows, 'done'), failed, left: countInState(rows, 'waiting') }
  return (
    <Alert
      className={styles.summary ?? ''}
      type={rows.length === 1 ? 'error' : 'warning'}
      role="alert"
      showIcon
      title={rows.length === 1 ? first?.reason : t('device.assignSummary', summary)}
    />
  )
}

function okText(t: Translate, rows: readonly AssignRow[]) {
  if (rows.length === 1) return t('device.assign')
  const failed = countInState(rows, 'failed')
  const left = rows.length - countInState(rows, 'done')
  if (failed > 0 && failed === left) return t('device.retryFailed', { count: failed })
  return left < rows.length ? t('assign.left', { count: left }) : t('device.assignCount', { count: left })
}

interface AssignDrawerProps {
  /** The unassigned phones, at least one. */
  devices: readonly Device[]
  onClose: () => void
}

/** Assigns a number, an owner and a group to phones (spec §4, allocate and batch allocate). */
export function AssignDrawer({ devices, onClose }: AssignDrawerProps) {
  const t = useText()
  const [form] = Form.useForm<AssignForm>()
  const [first] = devices
  const isSingle = devices.length === 1
  const proposed = isSingle ? [] : proposeNumbers(firstScheme, devices.length)
  const { rows, isRunning, run, stop, setNumber, setNumbers } = useAssignment(devices, proposed)
  const draft = useDraft<AssignDraft>({
    place: `device/assign/${first && isSingle ? first.id : 'many'}`,
    stored: undefined,
    read: () => ({
      values: form.getFieldsValue(true),
      numbers: Object.fromEntries(rows.map(({ device, deviceNo }) => [device.id, deviceNo])),
    }),
    restore: ({ values, numbers }) => {
      form.setFieldsValue(values)
      setNumbers(devices.map(({ id }) => numbers[id]))
    },
  })
  const propose = (scheme: NumberScheme) => setNumbers(proposeNumbers(scheme, devices.length))
  /** Continues after the highest existing number of the prefix, unless the user has entered a start. */
  const proposeAfterLast = async (prefix: string) => {
    const next = schemeAfter({ ...firstScheme, prefix }, await findLastNumber(prefix).catch(() => undefined))
    if (form.getFieldValue('prefix') !== prefix || form.isFieldTouched('start')) return
    form.setFieldsValue({ start: next.start, digits: next.digits })
    propose(next)
  }
  const begin = useEffectEvent(() => {
    if (!isSingle) inBackground(proposeAfterLast(firstScheme.prefix))
  })
  useEffect(() => begin(), [])
  const isReady = isSingle || areAssignable(rows.map((row) => row.deviceNo))

  const submit = async ({ tenantId, groupId }: AssignForm) => {
    if (!isReady || isRunning || !(await run({ tenantId, groupId }))) return
    showSuccess(t('device.assignedToast'))
    draft.drop()
    onClose()
  }
  const close = async () => {
    if (await draft.mayClose()) onClose()
  }
  const follow = (changed: Partial<AssignForm>, { prefix, start, digits }: AssignForm) => {
    draft.keep()
    if (changed.deviceNo !== undefined) setNumbers([changed.deviceNo])
    if ('prefix' in changed || 'start' in changed || 'digits' in changed) {
      const scheme = { prefix: prefix.trim(), start: start ?? firstScheme.start, digits: digits ?? 1 }
      propose(scheme)
    }
    if (changed.prefix !== undefined) inBackground(proposeAfterLast(changed.prefix))
  }
  const footer = (
    <Space style={{ display: 'flex', justifyContent: 'flex-end' }}>
      {isRunning && !isSingle ? (
        <Button onClick={stop}>{t('device.stopRest')}</Button>
      ) : (
        <Button onClick={close}>{t('table.cancel')}</Button>
      )}
      <Button type="primary" loading={isRunning} disabled={!isReady} onClick={form.submit}>
        {okText(t, rows)}
      </Button>
    </Space>
  )

  return (
    <Drawer
      open
      size={isSingle ? 480 : 640}
      title={isSingle ? t('device.assignTitle') : t('device.assignCount', { count: devices.length })}
      // Closing stops after the assignment in progress and shows the results.
      onClose={isRunning ? stop : close}
      mask={{ closable: !isRunning }}
      footer={footer}
    >
      <Form<AssignForm>
        form={form}
        name={useId()}
        layout="vertical"
        initialValues={firstScheme}
        disabled={isRunning}
        onFinish={submit}
        onValuesChange={follow}
      >
        {draft.bar}
        {isRunning && !isSingle ? <AssignProgress rows={rows} /> : <Outcome rows={rows} />}
        {isSingle && <DeviceNumberField />}
        <OwnerAndGroup />
        {!isSingle && (
          <>
            <SchemeFields />
            <AssignTable
              rows={rows}
              isRunning={isRunning}
              onNumber={(id, deviceNo) => {
                setNumber(id, deviceNo)
                draft.keep()
              }}
            />
          </>
        )}
        <button type="submit" hidden />
      </Form>
    </Drawer>
  )
}
