import { type CommandKind, commands, ownPermissions } from '@fleetdeck/contract/commands'
import { type Device, devices } from '@fleetdeck/contract/devices'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { ask, inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { formatModel } from '../../components/DeviceIdentity.tsx'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { useText } from '../../ground/language.ts'
import { useMay, useMayOf } from '../../ground/session-store.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** A verb whose object is a phone. */
export type DeviceVerb = 'takeOver' | 'history' | 'log' | 'reboot' | 'restartAgent' | 'screenshot'

const commandOf: Partial<Record<DeviceVerb, CommandKind>> = {
  reboot: 'rebootPhone',
  restartAgent: 'rebootEC',
  screenshot: 'shot',
}
const deviceVerbs: readonly DeviceVerb[] = [
  'takeOver',
  'history',
  'log',
  'reboot',
  'restartAgent',
  'screenshot',
]

const shownDevices = 6

interface FoundDevices {
  found: Device[]
  /** They are those of earlier words. */
  isBehind: boolean
}

/** Devices whose number, identity or model contains the words; nothing without words. */
export function useFoundDevices(
  words: string | undefined,
  filter: { assStatus?: '0' | '1' } = {},
): FoundDevices {
  const mayList = useMay(devices.list.permission)
  const isAsked = mayList && words !== undefined && words !== ''
  const query = { search: words ?? '', pageNum: 1, pageSize: shownDevices, ...filter }
  const { data, isFetching, isPending, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'devices', query],
    queryFn: isAsked ? ({ signal }) => call(devices.list, { query, signal }) : skipToken,
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  if (!isAsked) return { found: [], isBehind: false }
  return { found: data?.list ?? [], isBehind: isFetching && (isPending || isPlaceholderData) }
}

/** The verbs that the caller may use. */
export function useAllowedVerbs(): DeviceVerb[] {
  const mayList = useMay(devices.list.permission)
  const maySend = useMay(commands.add.permission)
  const may = useMayOf()
  return deviceVerbs.filter((verb) => {
    const kind = commandOf[verb]
    if (!kind) return mayList
    return maySend && ownPermissions[kind].every(may)
  })
}

/** The actions of the palette on a phone. */
export function useDeviceEntries() {
  const t = useText()
  const navigate = useNavigate()
  const send = async (device: Device, kind: 'rebootPhone' | 'rebootEC' | 'shot', title: string) => {
    const isWanted =
      kind === 'shot' ||
      (await ask({
        title: t('layout.paletteQuestion', { title }),
        content: t(`layout.restart.${kind}.hint`),
        okText: t(`layout.restart.${kind}`),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
      }))
    if (!isWanted) return
    const body = { order: { command: kind }, selection: { ids: [device.id] }, hours: 1 }
    const { id } = await shown(call(commands.add, { body }))
    showSuccess(t('layout.paletteSent', { title }))
    inBackground(navigate(`/device/command?result=${id}`))
  }
  const verbEntry = (verb: DeviceVerb, device: Device): PaletteEntry => {
    const { deviceNo } = device
    const title = t(`layout.verb.${verb}` satisfies TextKey, { name: deviceNo })
    const kind = commandOf[verb] as 'rebootPhone' | 'rebootEC' | 'shot' | undefined
    const overlay = { takeOver: 'screen', log: 'log' }[verb as string]
    const address = devicePath(deviceNo) + (overlay ? `?${overlay}=${encodeURIComponent(deviceNo)}` : '')
    return {
      id: `${verb} ${device.id}`,
      title,
      path: '',
      run: () => (kind ? send(device, kind, title) : navigate(address)),
    }
  }
  /** The phone itself: its page, or where it is assigned. */
  const entry = (device: Device): PaletteEntry => {
    const query = new URLSearchParams({ search: device.deviceId, assStatus: '0' })
    const address = device.deviceNo ? devicePath(device.deviceNo) : `/device/deviceList?${query}`
    return {
      id: `device ${device.id}`,
      title: `${device.deviceNo || device.deviceId} ${formatModel(device)}`,
      path: '',
      note: device.ip,
      run: () => navigate(address),
    }
  }
  return { entry, verbEntry }
}
