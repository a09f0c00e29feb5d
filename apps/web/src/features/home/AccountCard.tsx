import { type LicenseUserInfo, siteLicense } from '@fleetdeck/contract/license'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { fullTime, parseMoment } from '../../components/time-text.ts'
import { seededName, type Translate, useText } from '../../ground/language.ts'

const dayMs = 86_400_000
/** Below this, the remaining days are shown. */
const soonDays = 30

const unknown = '\u00a0'
const labels = ['identity.currentUser', 'identity.availableDevices', 'identity.expireTime'] as const

/** User-device summary: account, remaining devices, expiry. */
export function AccountCard() {
  const t = useText()
  const { data, isError } = useQuery({
    queryKey: [siteLicense.userInfo.path],
    queryFn: ({ signal }) => call(siteLicense.userInfo, { signal }),
    meta: { silent: true },
  })
  if (isError && !data) return null
  // Its room is reserved: content next to it must not move.
  if (!data)
    return (
      <section aria-label={t('identity.summary')} aria-busy>
        <dl className="account-card">
          {labels.map((label) => (
            <InfoItem
              key={label}
              label={t(label)}
              note={label === 'identity.expireTime' ? undefined : unknown}
            >
              {unknown}
            </InfoItem>
          ))}
        </dl>
      </section>
    )
  return (
    <section aria-label={t('identity.summary')}>
      <dl className="account-card">
        <InfoItem label={t('identity.currentUser')} note={data.userName}>
          {seededName(data.nickName)}
        </InfoItem>
        <InfoItem label={t('identity.availableDevices')} note={usedText(t, data)}>
          {data.availableDevices ?? t('identity.unlimited')}
        </InfoItem>
        <Expiry expireTime={data.expireTime} />
      </dl>
    </section>
  )
}

const usedText = (t: Translate, { ownedDevices: owned, deviceNumber: limit }: LicenseUserInfo) =>
  limit === null ? t('identity.owned', { owned }) : t('identity.ownedOf', { owned, limit })

function Expiry({ expireTime }: { expireTime: string | null }) {
  const t = useText()
  const label = t('identity.expireTime')
  if (expireTime === null) return <InfoItem label={label}>{t('identity.forEver')}</InfoItem>
  const days = Math.floor((parseMoment(expireTime).getTime() - Date.now()) / dayMs)
  const note = days < 0 ? t('identity.expired') : t('identity.daysLeft', { days })
  return (
    <InfoItem label={label} note={days < soonDays ? note : undefined} isUrgent={days < soonDays}>
      {fullTime(expireTime)}
    </InfoItem>
  )
}

interface InfoItemProps {
  label: string
  note?: string | undefined
  isUrgent?: boolean
  children: ReactNode
}

function InfoItem({ label, note, isUrgent = false, children }: InfoItemProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={isUrgent ? 'account-note account-urgent' : 'account-note'}>{note}</dd>}
    </div>
  )
}
