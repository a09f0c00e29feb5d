import { MoreOutlined } from '@ant-design/icons'
import { type ComputerDetail, computers } from '@fleetdeck/contract/computers'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { Button, Dropdown } from 'antd'
import { useMemo } from 'react'
import { useComputerCommand } from '../../components/computers/use-computer-command.ts'
import { StateShape } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './computers.module.css'
import { PhoneState, phoneCondition } from './PhoneState.tsx'
import { toHubs, type UsbHub, type UsbPort } from './usb-ports.ts'

type Phone = ComputerDetail['phones'][number]

interface HubProps {
  hub: UsbHub
  phones: ReadonlyMap<string, Phone>
  act: ReturnType<typeof useComputerCommand>['run']
  can: (type: 'resetPort' | 'switchPort') => boolean
}

/** The USB hubs of a computer, and what is plugged into their ports. */
export function UsbTree({ computer }: { computer: ComputerDetail }) {
  const t = useText()
  const mayCommand = useMay(computers.command.permission)
  const { run } = useComputerCommand(computer)
  const { report, phones, isOnline, commands } = computer
  const hubs = useMemo(() => toHubs(report?.usb ?? []), [report])
  const byPort = useMemo(() => new Map(phones.map((phone) => [phone.port ?? '', phone])), [phones])
  if (!report?.usb) return <p className={styles.faint}>{t('computer.usbUnknown')}</p>
  if (hubs.length === 0) return <p className={styles.faint}>{t('computer.usbEmpty')}</p>
  return (
    <div className={styles.tree}>
      {hubs.map((hub) => (
        <Hub
          key={hub.node.path}
          hub={hub}
          phones={byPort}
          act={run}
          can={(type) => mayCommand && isOnline && commands.includes(type)}
        />
      ))}
    </div>
  )
}

function Hub({ hub, ...rest }: HubProps) {
  const t = useText()
  const { path, words, mbitPerSecond } = hub.node
  return (
    <section className={styles.hub} aria-label={`${t('computer.hub')} ${path}`}>
      <header className={styles.hubHead}>
        <code>{path}</code>
        <span className={styles.words} title={words}>
          {words}
        </span>
        {mbitPerSecond !== undefined && <small>{formatAmount(mbitPerSecond, 'Mbit/s')}</small>}
      </header>
      {hub.ports.length > 0 && (
        <ol className={styles.ports}>
          {hub.ports.map((port) => (
            <Port key={port.number} port={port} hub={hub} {...rest} />
          ))}
        </ol>
      )}
      {hub.hubs.map((child) => (
        <Hub key={child.node.path} hub={child} {...rest} />
      ))}
    </section>
  )
}

function Port({ port, hub, phones, act, can }: HubProps & { port: UsbPort }) {
  const t = useText()
  const { number, node, isOff } = port
  const phone = node && phones.get(node.path)
  const subject = t('computer.portOf', { hub: hub.node.path, port: number })
  const power = { type: 'switchPort', hub: hub.node.path, port: number } as const
  const isSwitched = can('switchPort') && hub.node.powerSwitching !== undefined
  const items = [
    node &&
      can('resetPort') && {
        key: 'reset',
        label: t('computer.command.resetPort'),
        onClick: () => act({ type: 'resetPort', path: node.path }, subject),
      },
    isSwitched && {
      key: 'power',
      label: t(isOff ? 'computer.powerOn' : 'computer.powerOff'),
      onClick: () => act({ ...power, isOn: isOff }, subject),
    },
  ].filter((item) => item !== undefined && item !== false)
  return (
    <li className={styles.port} data-used={node !== undefined} data-state={phone && phoneCondition(phone)}>
      <span className={styles.portHead}>
        <small>{number}</small>
        {items.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button
              size="small"
              type="text"
              icon={<MoreOutlined />}
              aria-label={t('computer.portActions', { port: subject })}
            />
          </Dropdown>
        )}
      </span>
      <PortContent port={port} phone={phone} />
    </li>
  )
}

function PortContent({ port: { node, isOff }, phone }: { port: UsbPort; phone: Phone | undefined }) {
  const t = useText()
  if (phone)
    return (
      <>
        <strong className={styles.words} title={phone.serial}>
          {phone.device?.deviceNo || phone.serial}
        </strong>
        <PhoneState phone={phone} />
      </>
    )
  if (isOff)
    return (
      <span className={styles.faint}>
        <StateShape condition="disabled" /> {t('computer.portOff')}
      </span>
    )
  if (!node) return <span className={styles.faint}>{t('computer.portFree')}</span>
  const name = node.words || `${node.vendorId}:${node.productId}`
  return (
    <span className={styles.words} title={name}>
      {node.kind === 'hub' ? t('computer.hub') : name}
    </span>
  )
}
