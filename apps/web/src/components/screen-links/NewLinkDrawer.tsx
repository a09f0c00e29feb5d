import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { originOf, screenLinks } from '@fleetdeck/contract/screen-links'
import { Form, Input, Radio } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { FormDrawer } from '../FormDrawer.tsx'
import { listSource } from '../pickers/pick-source.ts'
import { RemoteSelect } from '../pickers/RemoteSelect.tsx'
import type { LinkedDevice } from './linked-device.ts'
import type { MadeLink } from './MadeLinkDialog.tsx'
import { usualEnd, ValidityFields } from './ValidityFields.tsx'

interface Values {
  deviceId?: DeviceId
  mayControl: boolean
  expiresAt: string
  note?: string
  origins?: string
}

const deviceSource = listSource(devices.list, {
  searchBy: 'search',
  toOption: ({ id, deviceNo }) => ({ value: id, label: deviceNo ?? '' }),
  fixed: { assigned: '1' },
})

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function AccessField() {
  const t = useText()
  const mayControl = useMay(controlPermission)
  const form = Form.useFormInstance()
  const isControl = Form.useWatch('mayControl', form) === true
  return (
    <Form.Item
      name="mayControl"
      label={t('screenLink.access')}
      extra={t(isControl ? 'screenLink.controlHint' : 'screenLink.watchHint')}
    >
      <Radio.Group
        optionType="button"
        options={[
          { value: false, label: t('screenLink.watch') },
          { value: true, label: t('screenLink.control'), disabled: !mayControl },
        ]}
      />
    </Form.Item>
  )
}

interface NewLinkDrawerProps {
  device?: LinkedDevice | undefined
  onMade: (link: MadeLink) => Promise<unknown>
  onClose: () => void
}

/** The form of a new guest link. */
export function NewLinkDrawer({ device, onMade, onClose }: NewLinkDrawerProps) {
  const t = useText()
  const make = async ({ deviceId, mayControl, expiresAt, note = '', origins }: Values) => {
    const id = device?.id ?? (deviceId as DeviceId)
    const sites = linesOf(origins)
    const body = { deviceId: id, mayControl, expiresAt, note, origins: sites }
    const { publicId, token, address, deviceNo } = await call(screenLinks.add, { body })
    await onMade({
      deviceNo,
      publicId,
      token,
      address: address || location.origin,
      isEmbeddable: sites.length > 0,
    })
    // The drawer is gone: the created link is shown in its place.
    return false
  }
  const checkSites = (_rule: unknown, text?: string) =>
    linesOf(text).every((line) => originOf(line) !== undefined)
      ? Promise.resolve()
      : Promise.reject(t('screenLink.originWrong'))
  return (
    <FormDrawer<Values>
      title={t('screenLink.add')}
      name={device?.deviceNo}
      place={null}
      okText={t('screenLink.add')}
      initialValues={{ mayControl: false, expiresAt: usualEnd() }}
      onSubmit={make}
      onClose={onClose}
    >
      {!device && (
        <Form.Item
          name="deviceId"
          label={t('screenLink.device')}
          rules={[{ required: true, message: t('screenLink.deviceRequired') }]}
        >
          <RemoteSelect source={deviceSource} />
        </Form.Item>
      )}
      <AccessField />
      <ValidityFields />
      <Form.Item name="note" label={t('screenLink.note')} extra={t('screenLink.noteHint')}>
        <Input maxLength={100} placeholder={t('screenLink.notePlaceholder')} />
      </Form.Item>
      <Form.Item
        name="origins"
        label={t('screenLink.origins')}
        extra={t('screenLink.originsHint')}
        rules={[{ validator: checkSites }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2000} spellCheck={false} />
      </Form.Item>
    </FormDrawer>
  )
}
