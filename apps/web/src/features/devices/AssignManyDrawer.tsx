import type { Device } from '@fleetdeck/contract/devices'
import { Form, Input, InputNumber } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { useText } from '../../ground/language.ts'
import { AssignTable, type NumberChecks } from './AssignTable.tsx'
import { firstScheme, type NumberScheme, problemsOf, proposeNumbers, schemeAfter } from './assign-numbers.ts'
import { PreviewNote, usePreview } from './batch/PreviewNote.tsx'
import { useDeviceBatch } from './batch/use-device-batch.tsx'
import styles from './devices.module.css'
import { findLastNumber } from './find-last-number.ts'
import { OwnerAndGroup } from './OwnerAndGroup.tsx'

/** By the ids of the phones: another time other phones may be picked. */
type Numbers = Record<number, string>

interface AssignForm extends NumberScheme {
  tenantId: number
  groupId: number
  numbers: Numbers
}

type Answer = NonNullable<ReturnType<typeof usePreview<ReturnType<typeof toBatch>>>['data']>

const numbersBy = (scheme: NumberScheme, devices: readonly Device[]): Numbers => {
  const proposed = proposeNumbers(scheme, devices.length)
  return Object.fromEntries(devices.map(({ id }, index) => [id, proposed[index] ?? '']))
}

/** Each change of the scheme numbers all phones again. */
function SchemeFields({ devices }: { devices: readonly Device[] }) {
  const t = useText()
  const form = Form.useFormInstance<AssignForm>()
  const propose = (scheme: NumberScheme) => {
    form.setFields([{ name: 'numbers', value: numbersBy(scheme, devices), errors: [] }])
  }
  const follow = () => {
    const { prefix, start, digits } = form.getFieldsValue(['prefix', 'start', 'digits'])
    propose({ prefix: prefix.trim(), start: start ?? firstScheme.start, digits: digits ?? 1 })
  }
  /** Continues after the highest existing number of the prefix, unless the user has entered a start or numbers. */
  const proposeAfterLast = async (prefix: string) => {
    const next = schemeAfter({ ...firstScheme, prefix }, await findLastNumber(prefix).catch(() => undefined))
    const isLate = form.getFieldValue('prefix') !== prefix || form.isFieldsTouched(['start', 'numbers'])
    if (isLate) return
    // setFieldsValue() would mark them as entered by the user.
    form.setFields([
      { name: 'start', value: next.start, touched: false },
      { name: 'digits', value: next.digits, touched: false },
    ])
    propose(next)
  }
  const begin = useEffectEvent(() => inBackground(proposeAfterLast(firstScheme.prefix)))
  useEffect(() => begin(), [])
  return (
    <div className={styles.proposals}>
      <Form.Item
        name="prefix"
        label={t('device.prefix')}
        rules={[{ pattern: /^[A-Za-z0-9]*$/, message: t('device.noFormat') }]}
      >
        <Input
          maxLength={24}
          onChange={({ target }) => {
            follow()
            inBackground(proposeAfterLast(target.value))
          }}
        />
      </Form.Item>
      <Form.Item name="start" label={t('device.startNumber')}>
        <InputNumber min={0} max={99_999_999} precision={0} style={{ width: '100%' }} onChange={follow} />
      </Form.Item>
      <Form.Item name="digits" label={t('device.digits')}>
        <InputNumber min={1} max={8} precision={0} style={{ width: '100%' }} onChange={follow} />
      </Form.Item>
    </div>
  )
}

const toNumbers = (devices: readonly Device[], numbers: Numbers) =>
  devices.map(({ id }) => ({ id, deviceNo: (numbers[id] ?? '').trim() }))
const countProblems = (numbered: readonly { deviceNo: string }[]) =>
  problemsOf(numbered.map(({ deviceNo }) => deviceNo)).filter(Boolean).length

function toBatch(devices: readonly Device[], { tenantId, groupId, numbers }: AssignForm) {
  return {
    action: { action: 'assign' as const, tenantId, groupId, numbers: toNumbers(devices, numbers) },
    selection: { ids: devices.map(({ id }) => id) },
  }
}

/** The phones whose numbers can be sent. */
function withSoundNumbers(devices: readonly Device[], numbers: Numbers): readonly Device[] {
  const problems = problemsOf(toNumbers(devices, numbers).map(({ deviceNo }) => deviceNo))
  return devices.filter((_, index) => !problems[index])
}

/** What the server said about each number that it has checked, for the owner and group of the form. */
function toChecks({ of: { action }, preview }: Answer, { tenantId, groupId }: AssignForm): NumberChecks {
  if (action.tenantId !== tenantId || action.groupId !== groupId) return new Map()
  const reasons = new Map(
    preview.refusals.flatMap(({ ids, reason }) => ids.map((id) => [id as number, reason] as const)),
  )
  return new Map(action.numbers.map(({ id, deviceNo }) => [id, { deviceNo, reason: reasons.get(id) }]))
}

/** Numbers that others have, and quotas, are checked on the server once owner and group are chosen. */
function NumbersField({ devices }: { devices: readonly Device[] }) {
  const t = useText()
  const values = Form.useWatch<AssignForm | undefined>([])
  const quiet = useDebounced(values)
  const sound = quiet?.tenantId && quiet.groupId ? withSoundNumbers(devices, quiet.numbers) : []
  const batch = quiet && sound.length > 0 ? toBatch(sound, quiet) : undefined
  const { data } = usePreview(batch)
  const checkNumbers = async (_: unknown, numbers: Numbers) => {
    const count = countProblems(toNumbers(devices, numbers))
    if (count > 0) throw new Error(t('assign.correct', { count }))
  }
  return (
    <>
      <Form.Item name="numbers" rules={[{ validator: checkNumbers }]}>
        <AssignTable devices={devices} checks={data && values ? toChecks(data, values) : new Map()} />
      </Form.Item>
      {batch && sound.length === devices.length && <PreviewNote {...batch} />}
    </>
  )
}

interface AssignManyDrawerProps {
  devices: readonly Device[]
  onClose: () => void
}

/** Numbers phones in the order of the list, and assigns them in a batch on the server. */
export function AssignManyDrawer({ devices, onClose }: AssignManyDrawerProps) {
  const t = useText()
  const { start } = useDeviceBatch()
  const [initialValues] = useState(() => ({ ...firstScheme, numbers: numbersBy(firstScheme, devices) }))
  return (
    <FormDrawer<AssignForm>
      place="device/assign/many"
      width={640}
      title={t('device.assignCount', { count: devices.length })}
      okText={t('device.assignCount', { count: devices.length })}
      failureTitle={t('assign.refused')}
      initialValues={initialValues}
      onSubmit={(values) => start(toBatch(devices, values))}
      onClose={onClose}
    >
      <OwnerAndGroup />
      <SchemeFields devices={devices} />
      <NumbersField devices={devices} />
    </FormDrawer>
  )
}
