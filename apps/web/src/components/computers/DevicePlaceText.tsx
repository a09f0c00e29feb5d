import { computerList } from '@fleetdeck/contract/computer-permission'
import type { DevicePlace } from '@fleetdeck/contract/devices'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { computerPath } from './computer-page.ts'

/** Shelf and slot, and computer and port of a phone. */
export function DevicePlaceText({ place: { shelf, computer } }: { place: DevicePlace }) {
  const t = useText()
  const seesComputers = useMay(computerList)
  if (!shelf && !computer) return '–'
  const name = computer && (
    <>
      {seesComputers ? <Link to={computerPath(computer.id)}>{computer.name}</Link> : computer.name}
      {computer.port && <> · {t('unusable.port', { port: computer.port })}</>}
    </>
  )
  return (
    <span>
      {shelf && `${shelf.name} · ${t('shelf.slot', { slot: shelf.slot + 1 })}`}
      {shelf && computer && ' · '}
      {name}
    </span>
  )
}
