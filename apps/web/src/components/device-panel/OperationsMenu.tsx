import { DownOutlined } from '@ant-design/icons'
import { devices } from '@fleetdeck/contract/devices'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useMay } from '../../api/session-store.ts'
import { useText } from '../../app/language.ts'
import type { DeviceControl } from './use-device-control.ts'

interface OperationsMenuProps {
  control: DeviceControl
  onLog: () => void
  onSettings: () => void
}

/** The commands of a device panel in the spec's order (spec §2). */
export function OperationsMenu({ control, onLog, onSettings }: OperationsMenuProps) {
  const t = useText()
  const maySet = useMay(devices.updateSettingScreen.permission)
  const mayReboot = useMay(devices.edit.permission)
  const { session, state, mayShow, rebootAgent, rebootPhone } = control
  const isShown = state.phase === 'live' || state.phase === 'starting'
  const screenItems: MenuProps['items'] = [
    { key: 'settings', label: t('screen.settings'), disabled: !maySet, onClick: onSettings },
    {
      key: 'start',
      label: t('screen.start'),
      disabled: isShown || state.phase === 'offline',
      onClick: () => session?.start(),
    },
    { key: 'stop', label: t('screen.stop'), disabled: !isShown, onClick: () => session?.stop() },
    {
      key: 'release',
      label: t('screen.release'),
      disabled: !state.youControl,
      onClick: () => session?.release(),
    },
  ]
  const rebootItems: MenuProps['items'] = [
    { type: 'divider' },
    { key: 'rebootAgent', label: t('screen.rebootAgent'), onClick: rebootAgent },
    { key: 'rebootPhone', label: t('screen.rebootPhone'), danger: true, onClick: rebootPhone },
  ]
  const items: MenuProps['items'] = [
    { key: 'log', label: t('screen.log'), onClick: onLog },
    ...(mayShow ? screenItems : []),
    ...(mayReboot ? rebootItems : []),
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button icon={<DownOutlined />} iconPlacement="end">
        {t('screen.operations')}
      </Button>
    </Dropdown>
  )
}
