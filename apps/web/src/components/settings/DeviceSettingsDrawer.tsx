import { type DeviceWithSettings, devices } from '@fleetdeck/contract/devices'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { useDevice } from '../device-panel/use-device.ts'
import { ErrorState } from '../ErrorState.tsx'
import { FormDrawer } from '../FormDrawer.tsx'
import { fullTime } from '../time-text.ts'
import { SettingGroup } from './SettingGroup.tsx'
import { type SettingValues, withRemovals } from './setting-values.ts'

interface SettingsForm {
  projection?: SettingValues
  control?: SettingValues
}

/** Whether the phone has applied the settings. */
function Confirmation({ device }: { device: DeviceWithSettings }) {
  const t = useText()
  const { settingsConfirmed, settingsTakenAt, runtime } = device
  const time = settingsTakenAt ? fullTime(settingsTakenAt) : ''
  const pending = runtime.online ? 'device.settingsSent' : 'device.settingsWait'
  return (
    <Alert
      type={settingsConfirmed ? 'success' : 'info'}
      showIcon
      role="status"
      title={settingsConfirmed ? t('device.settingsConfirmed', { time }) : t(pending)}
      style={{ marginBottom: 16 }}
    />
  )
}

/** The settings of one device (spec §3, device and control settings), and those inherited from its owner. */
export function DeviceSettingsDrawer({ deviceNo, onClose }: { deviceNo: string; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const device = useDevice(deviceNo)
  const reload = () => client.invalidateQueries({ queryKey: [devices.findOne.path, deviceNo] })
  useConsoleEvents((event) => {
    if (event.action === 'devicesChanged') inBackground(reload())
  })
  const save = async ({ projection, control }: SettingsForm) => {
    const own = device.data?.own
    const content = JSON.stringify(withRemovals(projection, own?.settings ?? {}))
    const wanted = withRemovals(control, own?.control ?? {})
    await call(devices.updateSettingScreen, { body: { deviceNo, content } })
    await call(devices.updateSettingControl, { body: { deviceNo, control: wanted } })
    await reload()
    showSuccess(t('device.settingsSaved'))
  }
  const own = device.data && { projection: device.data.own.settings, control: device.data.own.control }
  return (
    <FormDrawer<SettingsForm>
      // The form reads its initial values when it is created.
      key={device.data ? 'loaded' : 'loading'}
      width={560}
      place={`device/settings/${deviceNo}`}
      title={t('table.partOf', { title: t('screen.settings'), name: deviceNo })}
      initialValues={own}
      onSubmit={save}
      onClose={onClose}
    >
      {device.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {device.error && (
        <ErrorState title={deviceNo} error={device.error} onRetry={() => void device.refetch()} />
      )}
      {device.data && (
        <>
          <Confirmation device={device.data} />
          <SettingGroup group="projection" inherited={device.data.inherited.settings} />
          <SettingGroup group="control" inherited={device.data.inherited.control} />
        </>
      )}
    </FormDrawer>
  )
}
