import { computerList } from '@fleetdeck/contract/computer-permission'
import { type UnusablePhone, unusablePhones } from '@fleetdeck/contract/unusable-phones'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { useText } from '../ground/language.ts'
import { useMay } from '../ground/session-store.ts'
import styles from './components.module.css'
import { computerPath } from './computers/computer-page.ts'

/** Short, because a user at the phone is waiting for the result. */
const reloadMs = 5000
/** Above this number, instructions are shown on demand. */
const shownAtFirst = 2

function useUnusablePhones(): UnusablePhone[] {
  const isAllowed = useMay(unusablePhones.list.permission)
  const { data } = useQuery({
    queryKey: [unusablePhones.list.path],
    queryFn: ({ signal }) => call(unusablePhones.list, { signal }),
    refetchInterval: reloadMs,
    enabled: isAllowed,
    meta: { silent: true },
  })
  return data ?? []
}

function PhonesAndAdvice({ phones }: { phones: UnusablePhone[] }) {
  const t = useText()
  const seesComputers = useMay(computerList)
  return (
    <ul className={styles.unusable}>
      {phones.map(({ host, computerId, port, serial, state, deviceId: id, takenAt }) => (
        <li key={`${host} ${serial}`}>
          <span>
            <code>{serial}</code> ·{' '}
            {computerId !== null && seesComputers ? <Link to={computerPath(computerId)}>{host}</Link> : host}{' '}
            · {port && <>{t('unusable.port', { port })} · </>}
            <strong>{t(`unusable.${state}`)}</strong>
          </span>
          {state === 'identityTaken' && id && (
            <span>
              {takenAt ? t('unusable.takenAt', { id, ...takenAt }) : t('unusable.takenElsewhere', { id })}
            </span>
          )}
          <span>{t(`unusable.advice.${state}`)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Phones plugged in at an agent that need manual action before they can connect; renders nothing if there are none. */
export function UnusablePhones() {
  const t = useText()
  const phones = useUnusablePhones()
  const [isWanted, want] = useState<boolean>()
  if (phones.length === 0) return null
  const isOpen = isWanted ?? phones.length <= shownAtFirst
  const hosts = [...new Set(phones.map(({ host }) => host))].join(t('unusable.comma'))
  return (
    <Alert
      className={styles.notice ?? ''}
      type="warning"
      showIcon
      title={
        <>
          {t('unusable.title', { count: phones.length, hosts })}
          {isOpen && <PhonesAndAdvice phones={phones} />}
        </>
      }
      action={
        <Button size="small" aria-expanded={isOpen} onClick={() => want(!isOpen)}>
          {t(isOpen ? 'unusable.hide' : 'unusable.show')}
        </Button>
      }
    />
  )
}
