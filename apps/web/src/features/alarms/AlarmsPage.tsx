import { type Alarm, alarmSettings, alarms } from '@fleetdeck/contract/alarms'
import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DeviceIncidentList } from '../../components/device-incidents/DeviceIncidentList.tsx'
import { useOpenDeviceIncidents } from '../../components/device-incidents/use-device-incidents.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { AllMatching } from '../../crud/use-selection.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { alarmColumns } from './alarm-columns.tsx'
import { alarmFilters } from './alarm-filters.tsx'
import styles from './alarms.module.css'
import { type Handling, NoteDrawer } from './NoteDrawer.tsx'
import { useAlarmEvents } from './use-alarm-events.ts'

const nothing = () => undefined
/** Alarms of an incident are its details; those of open incidents are above the list. */
const alone = { isAlone: '1' }

/** Alarms of devices, hot updates and Git repositories: open, acknowledged and resolved. */
export function AlarmsPage() {
  const t = useText()
  const [handling, setHandling] = useState<Handling>()
  const mayAck = useMay(alarms.ack.permission)
  const mayResolve = useMay(alarms.resolve.permission)
  const maySetUp = useMay(alarmSettings.list.permission)
  const columns = useMemo(() => alarmColumns(t), [t])
  useAlarmEvents()
  const { data: incidents } = useOpenDeviceIncidents()
  const [groups, setGroups] = useState(true)
  const [params] = useSearchParams()
  // The alarms of a device are wanted with those that it had together with others.
  const isOfDevice = params.has('deviceNo')
  const isGrouped = groups && !isOfDevice
  const isOpen = incidents !== undefined && incidents.open > 0

  const one = (what: Handling['what'], { id }: Alarm) =>
    setHandling({ what, chosen: { ids: [id] }, count: 1, onDone: nothing })
  const many = (
    what: Handling['what'],
    { rows, all, onDone }: { rows: readonly Alarm[]; all: AllMatching | undefined; onDone: () => void },
  ) =>
    setHandling({
      what,
      chosen: all ? { filter: all.conditions } : { ids: rows.map(({ id }) => id) },
      count: all?.total ?? rows.length,
      onDone,
    })
  const setUp = maySetUp && (
    <Link to="/alarm/setting">
      <Button tabIndex={-1}>{t('alarm.setUp')}</Button>
    </Link>
  )
  return (
    <>
      <CrudPage
        contract={alarms}
        title={t('alarm.title')}
        columns={columns}
        nameOf={({ deviceNo, kind }) => `${deviceNo} ${t(`alarm.kind.${kind}`)}`}
        filters={alarmFilters(t)}
        primary={setUp}
        {...(incidents && isGrouped && { fixed: alone })}
        notice={
          incidents && (
            <section className={styles.incidents} aria-label={t('deviceIncident.openTitle')}>
              <header>
                <strong>{t('deviceIncident.openCount', { count: incidents.open })}</strong>
                <Link to="/alarm/incident">{t('deviceIncident.all')}</Link>
                <Checkbox
                  checked={isGrouped}
                  disabled={isOfDevice}
                  onChange={({ target }) => setGroups(target.checked)}
                >
                  {t('deviceIncident.grouped')}
                </Checkbox>
              </header>
              {isOpen && <DeviceIncidentList list={incidents.list} />}
            </section>
          )
        }
        choosesAll
        rowActions={(alarm) => [
          mayAck &&
            alarm.state === 'open' && { key: 'ack', label: t('alarm.ack'), run: () => one('ack', alarm) },
          mayResolve &&
            alarm.state !== 'resolved' && {
              key: 'resolve',
              label: t('alarm.resolve'),
              run: () => one('resolve', alarm),
            },
        ]}
        {...((mayAck || mayResolve) && {
          batchActions: (rows: readonly Alarm[], onDone: () => void, all: AllMatching | undefined) => (
            <>
              {mayAck && (
                <Button size="small" onClick={() => many('ack', { rows, all, onDone })}>
                  {t('alarm.ack')}
                </Button>
              )}
              {mayResolve && (
                <Button size="small" onClick={() => many('resolve', { rows, all, onDone })}>
                  {t('alarm.resolve')}
                </Button>
              )}
            </>
          ),
        })}
        emptyText={t(isOpen && isGrouped ? 'alarm.emptyAlone' : 'alarm.empty')}
        emptyAction={setUp}
      />
      {handling && <NoteDrawer handling={handling} onClose={() => setHandling(undefined)} />}
    </>
  )
}
