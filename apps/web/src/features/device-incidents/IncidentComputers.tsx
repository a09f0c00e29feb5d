import { IncidentStep } from '@fleetdeck/contract/computer-commands'
import { computers } from '@fleetdeck/contract/computers'
import type { DeviceIncidentDetail } from '@fleetdeck/contract/device-incidents'
import type { DeviceIncidentId } from '@fleetdeck/contract/ids'
import { Button } from 'antd'
import { Link } from 'react-router'
import { computerPath } from '../../components/computers/computer-page.ts'
import { useComputerCommand } from '../../components/computers/use-computer-command.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './device-incidents.module.css'

type Serving = DeviceIncidentDetail['computers'][number]

/** The computers that serve the devices, and what can be done there. */
export function IncidentComputers({ incident }: { incident: DeviceIncidentDetail }) {
  const t = useText()
  if (incident.computers.length === 0) return null
  return (
    <section aria-label={t('computer.title')}>
      <h3>{t('computer.title')}</h3>
      <ul className={styles.computers}>
        {incident.computers.map((computer) => (
          <Computer
            key={computer.id}
            computer={computer}
            incidentId={incident.id}
            isOpen={incident.endedAt === null}
          />
        ))}
      </ul>
    </section>
  )
}

interface ComputerProps {
  computer: Serving
  incidentId: DeviceIncidentId
  isOpen: boolean
}

function Computer({ computer, incidentId, isOpen }: ComputerProps) {
  const t = useText()
  const mayCommand = useMay(computers.command.permission)
  const { run, running } = useComputerCommand(computer, incidentId)
  const { id, computerName, isOnline, devices, commands } = computer
  const names = IncidentStep.options.filter((name) => commands.includes(name))
  return (
    <li>
      <Link to={computerPath(id)}>{computerName}</Link>
      <StateBadge
        condition={isOnline ? 'online' : 'offline'}
        isLive
        text={t(isOnline ? 'computer.isOnline' : 'computer.isOffline')}
      />
      <span>{t('computer.ofIncident', { count: devices })}</span>
      {isOpen && !isOnline && <span className={styles.away}>{t('deviceIncident.computerAway')}</span>}
      {isOpen && isOnline && mayCommand && (
        <span className={styles.actions}>
          {names.map((type) => (
            <Button key={type} size="small" loading={running === type} onClick={() => run({ type })}>
              {t(`computer.command.${type}`)}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}
