import type { UserAccess, UserSession } from '@fleetdeck/contract/user-access'
import { Empty, Tag } from 'antd'
import { seededName, type Translate, useText } from '../../ground/language.ts'
import { TimeText } from '../TimeText.tsx'
import { AccessItem } from './AccessItem.tsx'

/** The browser and system of a session, as far as they are known. */
export const clientName = (t: Translate, { browser, os }: UserSession) =>
  [browser, os].filter(Boolean).join(' · ') || t('userAccess.unknownClient')

interface SessionListProps {
  access: UserAccess
  /** Missing for those who may only look. */
  onEnd?: ((session: UserSession) => void) | undefined
}

/** Where a user is signed in, the last used first. */
export function SessionList({ access: { sessions, sessionCount }, onEnd }: SessionListProps) {
  const t = useText()
  if (sessions.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('userAccess.noSessions')} />
  return (
    <>
      <ul className="access-list">
        {sessions.map((session) => (
          <AccessItem
            key={session.id}
            name={
              <>
                {clientName(t, session)} {session.isOwn && <Tag>{t('online.own')}</Tag>}
                {session.viewAs !== null && (
                  <Tag>{t('viewAs.session', { name: seededName(session.viewAs) })}</Tag>
                )}
              </>
            }
            details={[
              [session.ipaddr, session.loginLocation].filter(Boolean).join(' · '),
              <>
                {t('log.loginTime')} <TimeText value={session.loginTime} /> · {t('online.lastSeen')}{' '}
                <TimeText value={session.lastSeenAt} />
              </>,
            ]}
            action={
              onEnd && !session.isOwn
                ? { label: t('userAccess.endSession'), run: () => onEnd(session) }
                : undefined
            }
          />
        ))}
      </ul>
      {sessionCount > sessions.length && (
        <p className="login-hint">
          {t('userAccess.sessionsMore', { shown: sessions.length, count: sessionCount })}
        </p>
      )}
    </>
  )
}
