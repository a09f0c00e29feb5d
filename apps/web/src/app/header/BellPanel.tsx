import type { AccountAlerts } from '@fleetdeck/contract/account-alerts'
import type { Booking } from '@fleetdeck/contract/bookings'
import type { DeviceIncident } from '@fleetdeck/contract/device-incidents'
import type { Incident } from '@fleetdeck/contract/incidents'
import type { BellNotice } from '@fleetdeck/contract/notices'
import { Button } from 'antd'
import { Link } from 'react-router'
import { OwnBookingList } from '../../components/bookings/OwnBookingList.tsx'
import { DeviceIncidentList } from '../../components/device-incidents/DeviceIncidentList.tsx'
import { deviceIncidentList } from '../../components/device-incidents/incident-text.ts'
import { DictTag } from '../../components/dictionary/DictTag.tsx'
import { IncidentList } from '../../components/incidents/IncidentList.tsx'
import { openIncidents } from '../../components/incidents/use-incident-summary.ts'
import { openQuestions } from '../../components/questions/question-panel.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { AccountAlertList } from './AccountAlertList.tsx'
import styles from './notice-bell.module.css'

interface BellPanelProps {
  alerts: AccountAlerts | undefined
  incidents: readonly Incident[]
  deviceIncidents: readonly DeviceIncident[]
  /** How many scripts wait for an answer, or show a message. */
  questions: number
  /** Offers, and bookings that end soon. */
  bookings: readonly Booking[]
  list: readonly BellNotice[]
  unread: number
  onRead: (notice: BellNotice) => void
  onAllRead: () => void
  onLeave: () => void
}

const shownIncidents = 3

/** The worst incidents, alerts of accounts, then the newest notices; unread ones have a dot and a label. */
export function BellPanel(props: BellPanelProps) {
  const {
    alerts,
    incidents,
    deviceIncidents,
    questions,
    bookings,
    list,
    unread,
    onRead,
    onAllRead,
    onLeave,
  } = props
  const t = useText()
  return (
    <div className={styles.panel}>
      {incidents.length > 0 && (
        <section className={styles.incidents} aria-label={t('incident.bell')}>
          <header>
            <strong>{t('incident.bell')}</strong>
            <Link to={openIncidents} onClick={onLeave}>
              {t('incident.all')}
            </Link>
          </header>
          <IncidentList list={incidents.slice(0, shownIncidents)} isShort onOpen={onLeave} />
        </section>
      )}
      {deviceIncidents.length > 0 && (
        <section className={styles.incidents} aria-label={t('deviceIncident.title')}>
          <header>
            <strong>{t('deviceIncident.title')}</strong>
            <Link to={deviceIncidentList} onClick={onLeave}>
              {t('deviceIncident.all')}
            </Link>
          </header>
          <DeviceIncidentList list={deviceIncidents.slice(0, shownIncidents)} onOpen={onLeave} />
        </section>
      )}
      {bookings.length > 0 && (
        <section className={styles.incidents} aria-label={t('booking.mine')}>
          <header>
            <strong>{t('booking.mine')}</strong>
            <Link to="/device/booking" onClick={onLeave}>
              {t('/device/booking')}
            </Link>
          </header>
          <OwnBookingList list={bookings} />
        </section>
      )}
      {questions > 0 && (
        <section className={styles.incidents} aria-label={t('question.title')}>
          <header>
            <strong>{t('question.title')}</strong>
            <Button
              type="link"
              size="small"
              onClick={() => {
                onLeave()
                openQuestions()
              }}
            >
              {t('question.more', { count: questions })}
            </Button>
          </header>
        </section>
      )}
      {alerts && alerts.own.length + alerts.below.count > 0 && (
        <AccountAlertList alerts={alerts} onLeave={onLeave} />
      )}
      <header>
        <strong>{t('notice.bell')}</strong>
        <Button type="link" size="small" disabled={unread === 0} onClick={onAllRead}>
          {t('notice.allRead')}
        </Button>
      </header>
      {list.length === 0 && <p className={styles.empty}>{t('notice.bellEmpty')}</p>}
      <ul>
        {list.map((notice) => (
          <li key={notice.id}>
            <button type="button" data-unread={!notice.isRead} onClick={() => onRead(notice)}>
              <span className={styles.title}>
                {!notice.isRead && <i className={styles.dot} role="img" aria-label={t('notice.unread')} />}
                <span>{notice.noticeTitle}</span>
              </span>
              <span className={styles.info}>
                <DictTag type="sys_notice_type" value={notice.noticeType} />
                <TimeText value={notice.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
