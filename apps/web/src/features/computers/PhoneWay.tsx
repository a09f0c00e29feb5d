import type { ComputerDetail } from '@fleetdeck/contract/computers'
import { useText } from '../../ground/language.ts'
import styles from './computers.module.css'

type Phone = ComputerDetail['phones'][number]

const isAddress = (name: string | undefined) => name !== undefined && /:\d+$|\._adb/.test(name)

/** By which cable and over which address a phone is reachable; the way by which it is used comes first. */
export function PhoneWay({ phone: { other, port, transport } }: { phone: Phone }) {
  const t = useText()
  const cable = port ? (
    <>
      {t('computer.transport.usb')} <code>{port}</code>
    </>
  ) : (
    t('computer.transport.usb')
  )
  if (transport === 'simulated') return t('computer.transport.simulated')
  if (transport === 'usb')
    return isAddress(other) ? (
      <>
        {cable} · {t('computer.transport.wifi')} <code>{other}</code>
      </>
    ) : (
      cable
    )
  return (
    <>
      {t('computer.transport.wifi')}
      {(port || other) && <> · {cable}</>}
    </>
  )
}

/** How a phone is kept within the limit for charging, and if not, why. */
export function PhoneCharge({ phone: { charging } }: { phone: Phone }) {
  const t = useText()
  if (!charging) return '–'
  const { by, why, isHeld, way } = charging
  const words = {
    none: () => t(`computer.charge.none.${why ?? 'noSwitch'}`),
    hub: () => t('computer.charge.hub'),
    phone: () => t('computer.charge.phone', { way: way ?? '' }),
  }
  return (
    <span className={styles.charge}>
      {words[by]()}
      {isHeld && ` · ${t('computer.charge.held')}`}
    </span>
  )
}
