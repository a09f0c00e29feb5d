import { alarmMessages, alarmSettings } from '@fleetdeck/contract/alarms'
import { commands, rebootPermission } from '@fleetdeck/contract/commands'
import { type DeviceIncidentDetail, deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import { Button, Dropdown } from 'antd'
import { Link } from 'react-router'
import { silenceEnd } from '../../components/device-incidents/incident-details.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './device-incidents.module.css'
import { useIncidentActs } from './use-incident-acts.ts'

const silenceHours = [1, 4, 8, 24]

function Go({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to}>
      <Button tabIndex={-1}>{label}</Button>
    </Link>
  )
}

/** The next steps that the caller may take. */
export function IncidentActions({ incident }: { incident: DeviceIncidentDetail }) {
  const t = useText()
  const mayAck = useMay(deviceIncidents.ack.permission)
  const maySilence = useMay(deviceIncidents.silence.permission)
  const seesWall = useMay(wallPermission)
  const maySend = useMay(commands.add.permission)
  const mayReboot = useMay(rebootPermission)
  const seesSettings = useMay(alarmSettings.list.permission)
  const seesMessages = useMay(alarmMessages.list.permission)
  const acts = useIncidentActs(incident)
  const { kind, endedAt, isPartial, acknowledgedAt, deviceIds } = incident
  const isOpen = endedAt === null
  const decides = isOpen && !isPartial
  const isSilenced = silenceEnd(incident) !== undefined
  return (
    <div className={styles.actions}>
      {decides && mayAck && (
        <Button
          type={acknowledgedAt === null ? 'primary' : 'default'}
          onClick={() => acts.ack(acknowledgedAt !== null)}
        >
          {t(acknowledgedAt === null ? 'deviceIncident.ack' : 'deviceIncident.unack')}
        </Button>
      )}
      {decides && maySilence && isSilenced && (
        <Button onClick={() => acts.silence(null)}>{t('deviceIncident.unsilence')}</Button>
      )}
      {decides && maySilence && !isSilenced && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: silenceHours.map((hours) => ({
              key: hours,
              label: t('deviceIncident.silenceFor', { hours }),
              onClick: () => acts.silence(hours),
            })),
          }}
        >
          <Button>{t('deviceIncident.silence')}</Button>
        </Dropdown>
      )}
      {deviceIds.length > 0 && seesWall && (
        <Go to={`/device/wall?chosen=${deviceIds.join(',')}`} label={t('deviceIncident.wall')} />
      )}
      {isOpen && kind === 'service' && deviceIds.length > 0 && maySend && mayReboot && (
        <Button onClick={() => acts.restart()}>{t('deviceIncident.restart')}</Button>
      )}
      {kind === 'bot' && seesSettings && <Go to="/alarm/setting" label={t('deviceIncident.settings')} />}
      {kind === 'bot' && seesMessages && <Go to="/alarm/message" label={t('deviceIncident.messages')} />}
    </div>
  )
}
