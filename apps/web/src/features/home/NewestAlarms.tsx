import { alarms } from '@fleetdeck/contract/alarms'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { StateShape } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { openAlarms } from './use-alarm-summary.ts'

const shownAlarms = 6

/** The newest open alarms; each links to its device. */
export function NewestAlarms() {
  const t = useText()
  const query = { state: 'open', pageNum: 1, pageSize: shownAlarms } as const
  const { data } = useQuery({
    queryKey: [alarms.list.path, query],
    queryFn: ({ signal }) => call(alarms.list, { query, signal }),
    meta: { silent: true },
  })
  return (
    <section className="home-card" aria-label={t('home.needsYou')}>
      <h2>{t('home.needsYou')}</h2>
      {data?.total === 0 && <p className="home-none">{t('home.nothingNeeds')}</p>}
      <ul className="home-notices">
        {data?.list.map(({ id, deviceNo, kind, openedAt }) => (
          <li key={id}>
            <Link to={devicePath(deviceNo)}>
              <span>
                <StateShape condition="failed" /> {deviceNo} · {t(`alarm.kind.${kind}`)}
              </span>
              <TimeText value={openedAt} />
            </Link>
          </li>
        ))}
      </ul>
      {data && data.total > shownAlarms && (
        <Link to={openAlarms}>{t('home.allAlarms', { count: data.total })}</Link>
      )}
    </section>
  )
}
