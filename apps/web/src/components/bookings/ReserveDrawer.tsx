import { bookings, maxBookedDevices, minBookingMinutes } from '@fleetdeck/contract/bookings'
import type { DeviceId, GroupId } from '@fleetdeck/contract/ids'
import { DatePicker, Form, Input, InputNumber } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { FormDrawer } from '../FormDrawer.tsx'
import { GroupPicker } from '../pickers/GroupPicker.tsx'
import { useReloadBookings } from './use-bookings.ts'

export interface Reserving {
  /** Without phones, any of a group. */
  phones?: readonly { id: DeviceId; deviceNo: string }[]
  /** Undefined: now. */
  startsAt?: Date | undefined
  endsAt?: Date
}

interface Values {
  groupId?: GroupId
  count?: number
  startsAt: Dayjs | null
  endsAt: Dayjs
  purpose?: string
}

const minuteMs = 60_000

function GroupFields() {
  const t = useText()
  return (
    <>
      <Form.Item
        name="groupId"
        label={t('booking.group')}
        rules={[{ required: true, message: t('booking.groupRequired') }]}
      >
        <GroupPicker />
      </Form.Item>
      <Form.Item name="count" label={t('booking.count')} rules={[{ required: true }]}>
        <InputNumber min={1} max={maxBookedDevices} precision={0} />
      </Form.Item>
    </>
  )
}

/** Reserves phones for a time in the viewer's time zone; while they are taken, the user can wait in line. */
export function ReserveDrawer({ phones, startsAt, endsAt, onClose }: Reserving & { onClose: () => void }) {
  const t = useText()
  const reload = useReloadBookings()
  const mayWait = phones === undefined || phones.length === 1
  const submit = async (values: Values, isWait: boolean) => {
    const { groupId, count = 1, purpose = '' } = values
    const group = { groupId: groupId as GroupId, count }
    if (isWait) {
      const begins = values.startsAt?.valueOf() ?? Date.now()
      const minutes = Math.max(minBookingMinutes, Math.round((values.endsAt.valueOf() - begins) / minuteMs))
      const [phone] = phones ?? []
      const target = phone ? { deviceId: phone.id } : group
      await call(bookings.wait, { body: { target, minutes, purpose } })
      showSuccess(t('booking.waits'))
    } else {
      const target = phones ? { deviceIds: phones.map(({ id }) => id) } : group
      const { deviceNos } = await call(bookings.add, {
        body: {
          target,
          startsAt: values.startsAt?.toISOString() ?? null,
          endsAt: values.endsAt.toISOString(),
          purpose,
        },
      })
      showSuccess(t('booking.reserved', { devices: deviceNos.join(' · ') }))
    }
    await reload()
  }
  return (
    <FormDrawer<Values>
      title={t('booking.title')}
      name={phones?.map(({ deviceNo }) => deviceNo).join(' · ')}
      place={null}
      okText={t('booking.reserve')}
      {...(mayWait && { otherText: t('booking.wait') })}
      initialValues={{
        count: 1,
        startsAt: startsAt ? dayjs(startsAt) : null,
        endsAt: dayjs(endsAt ?? Date.now() + 60 * minuteMs),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {phones === undefined && <GroupFields />}
      <Form.Item name="startsAt" label={t('booking.starts')}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          placeholder={t('booking.now')}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item
        name="endsAt"
        label={t('booking.ends')}
        rules={[{ required: true, message: t('booking.endRequired') }]}
      >
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="purpose" label={t('booking.purpose')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDrawer>
  )
}
