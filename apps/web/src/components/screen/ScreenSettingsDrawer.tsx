import { DeviceSettings } from '@fleetdeck/contract/device-settings'
import { devices } from '@fleetdeck/contract/devices'
import { useQueryClient } from '@tanstack/react-query'
import { Form, InputNumber, Segmented, Select, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { type Translate, useText } from '../../app/language.ts'
import { useDevice } from '../device-panel/use-device.ts'
import { ErrorState } from '../ErrorState.tsx'
import { FormDrawer } from '../FormDrawer.tsx'

/** spec §3: JPEG quality in percent is one of these. */
const qualities = DeviceSettings.shape.screen_img_quality.unwrap().options

type SettingsForm = Omit<DeviceSettings, 'screen_scale' | 'screen_img_delay'> & {
  screen_scale: number
  screen_img_delay: number
}

const formOf = (settings: DeviceSettings): SettingsForm => ({
  ...settings,
  screen_scale: Number(settings.screen_scale),
  screen_img_delay: Number(settings.screen_img_delay),
})
const settingsOf = (form: SettingsForm) => ({
  ...form,
  screen_scale: String(form.screen_scale),
  screen_img_delay: String(form.screen_img_delay),
})

const yesNo = (t: Translate, yes: '0' | '1') => [
  { value: yes, label: t('screen.yes') },
  { value: yes === '1' ? '0' : '1', label: t('screen.no') },
]

/** The settings of spec §3 by name; the wire has them all as text. The form has no rules (spec §5). */
function SettingFields() {
  const t = useText()
  const percent = (value: string) => ({ value, label: `${value}\u2009%` })
  return (
    <>
      <Form.Item name="default_screen" label={t('screen.autoStart')} extra={t('screen.autoStartHint')}>
        <Segmented options={yesNo(t, '1')} />
      </Form.Item>
      <Form.Item name="show_phone_info" label={t('screen.phoneInfo')}>
        <Segmented options={yesNo(t, '1')} />
      </Form.Item>
      <Form.Item name="screen_mode" label={t('screen.mode')}>
        <Segmented
          options={[
            { value: '1', label: t('screen.modeVideo') },
            { value: '2', label: t('screen.modeScreenshot') },
          ]}
        />
      </Form.Item>
      <Form.Item name="screen_scale" label={t('screen.scale')}>
        <InputNumber min={1} max={100} precision={0} suffix="%" style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="screen_img_cap" label={t('screen.capture')}>
        <Segmented
          options={[
            { value: '0', label: t('screen.captureAuto') },
            { value: '1', label: t('screen.captureAccessibility') },
            { value: '2', label: t('screen.captureAgent') },
          ]}
        />
      </Form.Item>
      <Form.Item name="screen_img_quality" label={t('screen.quality')}>
        <Select options={qualities.map(percent)} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="screen_img_delay" label={t('screen.delay')}>
        <InputNumber
          min={10}
          max={10_000}
          precision={0}
          suffix={t('screen.milliseconds')}
          style={{ width: 160 }}
        />
      </Form.Item>
      <Form.Item name="local_cam" label={t('screen.localCamera')} extra={t('screen.localCameraHint')}>
        <Segmented options={yesNo(t, '0')} />
      </Form.Item>
    </>
  )
}

interface ScreenSettingsDrawerProps {
  deviceNo: string
  onClose: () => void
}

export function ScreenSettingsDrawer({ deviceNo, onClose }: ScreenSettingsDrawerProps) {
  const t = useText()
  const client = useQueryClient()
  const device = useDevice(deviceNo)
  const save = async (form: SettingsForm) => {
    const content = JSON.stringify(settingsOf(form))
    await call(devices.updateSettingScreen, { body: { deviceNo, content } })
    await client.invalidateQueries({ queryKey: [devices.findOne.path, deviceNo] })
    showSuccess(t('table.saved'))
  }
  return (
    <FormDrawer<SettingsForm>
      // The form takes its first values when it is made.
      key={device.data ? 'loaded' : 'loading'}
      title={`${t('screen.settings')} ${deviceNo}`}
      initialValues={device.data && formOf(device.data.settings)}
      onSubmit={save}
      onClose={onClose}
    >
      {device.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {device.error && (
        <ErrorState title={deviceNo} error={device.error} onRetry={() => void device.refetch()} />
      )}
      {device.data && <SettingFields />}
    </FormDrawer>
  )
}
