import { DownOutlined, EllipsisOutlined } from '@ant-design/icons'
import { rebootPermission } from '@fleetdeck/contract/commands'
import { devices } from '@fleetdeck/contract/devices'
import { screenLinks } from '@fleetdeck/contract/screen-links'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import type { DeviceControl } from './use-device-control.ts'

interface OperationsMenuProps {
  control: DeviceControl
  onLog: () => void
  onSettings: () => void
  /** Creates a guest link. */
  onGuestLink: () => void
  /** Without a visible screen: shows it. */
  onStart?: () => void
  /** A small button on a card, whose menu is initially open. */
  isCompact?: boolean
}

/** Where the menu is wide enough. */
const menuWidth = 200
const gap = 8

/** From the button to beside its panel, if there is room: its menu never covers the phone below. */
function shiftBeside(button: HTMLElement | null): number | undefined {
  const panel = button?.closest('section')?.getBoundingClientRect()
  if (!button || !panel || panel.left < menuWidth) return undefined
  return button.getBoundingClientRect().left - panel.left + gap
}

/** The commands of a device panel in the spec's order (spec §2). */
export function OperationsMenu(props: OperationsMenuProps) {
  const { control, onLog, onSettings, onGuestLink, onStart, isCompact = false } = props
  const [isOpen, setOpen] = useState(isCompact)
  const button = useRef<HTMLButtonElement>(null)
  const [shift, setShift] = useState<number>()
  const show = (opens: boolean) => {
    if (opens && !isCompact) setShift(shiftBeside(button.current))
    setOpen(opens)
  }
  const t = useText()
  const maySet = useMay(devices.updateSettingScreen.permission)
  const mayReboot = useMay(rebootPermission)
  const mayLink = useMay(screenLinks.add.permission)
  const { session, state, mayShow, rebootAgent, rebootPhone } = control
  const isShown = state.phase === 'live' || state.phase === 'starting'
  const screenItems: MenuProps['items'] = [
    { key: 'settings', label: t('screen.settings'), disabled: !maySet, onClick: onSettings },
    {
      key: 'start',
      label: t('screen.start'),
      disabled: !onStart && (isShown || state.phase === 'offline'),
      onClick: onStart ?? (() => session?.start()),
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
    ...(mayLink ? [{ key: 'guestLink', label: t('screenLink.add'), onClick: onGuestLink }] : []),
    ...(mayReboot ? rebootItems : []),
  ]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items }}
      open={isOpen}
      onOpenChange={show}
      {...(shift !== undefined && { align: { points: ['tr', 'tl'], offset: [-shift, 0] } })}
    >
      {isCompact ? (
        <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t('screen.operations')} />
      ) : (
        <Button ref={button} icon={<DownOutlined />} iconPlacement="end">
          {t('screen.operations')}
        </Button>
      )}
    </Dropdown>
  )
}
