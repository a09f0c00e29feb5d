import type { DataOf } from '@fleetdeck/contract/endpoint'
import { type AccessEnd, type UserAccess, userAccess } from '@fleetdeck/contract/user-access'
import type { User } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Empty, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { TokenRights } from '../../components/access-tokens/TokenRights.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { AccessItem } from '../../components/user-access/AccessItem.tsx'
import { clientName, SessionList } from '../../components/user-access/SessionList.tsx'
import { useEndAccess, useEndedText } from '../../components/user-access/use-end-access.ts'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { FactorsOf } from './FactorsOf.tsx'

/** Everything by which somebody gets in as a user, and how to end it. */
export function AccessDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const mayEnd = useMayCall(userAccess.end)
  const { data, error, refetch } = useQuery({
    queryKey: [userAccess.one.path, user.id],
    queryFn: ({ signal }) => call(userAccess.one, { query: { userId: user.id }, signal }),
    gcTime: 0,
    meta: { silent: true },
  })
  const endAccess = useEndAccess()
  const done = useEndedText()
  const end = (choice: Partial<AccessEnd>) => () =>
    call(userAccess.end, { body: { userId: user.id, ...choice } })
  const endAll = () =>
    endAccess({
      title: t('userAccess.endAllOfQuestion', { name: user.userName }),
      hint: t('userAccess.endAllHint'),
      okText: t('userAccess.endAll'),
      done,
      end: end({ everything: true }),
    })
  const isEmpty = data && data.sessionCount + data.tokens.length + data.identities.length === 0
  return (
    <Drawer
      open
      size={560}
      styles={{ extra: { marginInlineStart: 12 } }}
      title={t('userAccess.titleOf', { name: user.userName })}
      onClose={onClose}
      extra={
        mayEnd && (
          <Button danger disabled={!data || isEmpty === true} onClick={endAll}>
            {t('userAccess.endAll')}
          </Button>
        )
      }
    >
      {data && (
        <>
          <h3>{t('userAccess.sessions')}</h3>
          <SessionList
            access={data}
            onEnd={
              mayEnd
                ? (session) =>
                    endAccess({
                      title: t('userAccess.endSessionQuestion'),
                      hint: t('userAccess.endSessionHint', {
                        client: clientName(t, session),
                        ip: session.ipaddr,
                      }),
                      okText: t('userAccess.endSession'),
                      done,
                      end: end({ sessionIds: [session.id] }),
                    })
                : undefined
            }
          />
          <FactorsOf user={user} factors={data.factors} mayReset={mayEnd} />
          <Rest access={data} mayEnd={mayEnd} end={end} />
        </>
      )}
      {!data &&
        (error ? (
          <ErrorState title={t('table.loadFailed')} error={error} onRetry={refetch} />
        ) : (
          <Skeleton active />
        ))}
    </Drawer>
  )
}

interface RestProps {
  access: UserAccess
  mayEnd: boolean
  end: (choice: Partial<AccessEnd>) => () => Promise<DataOf<typeof userAccess.end>>
}

/** Tokens and external accounts. */
function Rest({ access: { tokens, identities }, mayEnd, end }: RestProps) {
  const t = useText()
  const endAccess = useEndAccess()
  const done = useEndedText()
  return (
    <>
      <h3>{t('accessToken.title')}</h3>
      <Items empty={t('userAccess.noTokens')}>
        {tokens.map(({ id, tokenName, permissions, expiresAt, lastUsedAt, lastUsedIp }) => (
          <AccessItem
            key={id}
            name={tokenName}
            details={[
              <>
                {t('accessToken.rights')} <TokenRights permissions={permissions} />
              </>,
              <>
                {t('accessToken.expiresAt')} <TimeText value={expiresAt} /> · {t('accessToken.lastUsed')}{' '}
                {lastUsedAt ? <TimeText value={lastUsedAt} /> : t('accessToken.neverUsed')} {lastUsedIp}
              </>,
            ]}
            action={
              mayEnd
                ? {
                    label: t('accessToken.revoke'),
                    run: () =>
                      endAccess({
                        title: t('accessToken.revokeOne', { name: tokenName }),
                        hint: t('userAccess.revokeHint'),
                        okText: t('accessToken.revoke'),
                        done,
                        end: end({ tokenIds: [id] }),
                      }),
                  }
                : undefined
            }
          />
        ))}
      </Items>
      <h3>{t('identity.outsideAccounts')}</h3>
      <Items empty={t('userAccess.noIdentities')}>
        {identities.map(({ id, name, issuer, usedAt }) => (
          <AccessItem
            key={id}
            name={name}
            details={[issuer, usedAt ? <TimeText key="used" value={usedAt} /> : '']}
            action={
              mayEnd
                ? {
                    label: t('identity.unbind'),
                    run: () =>
                      endAccess({
                        title: t('userAccess.unbindQuestion', { name }),
                        hint: t('userAccess.unbindHint'),
                        okText: t('identity.unbind'),
                        done,
                        end: end({ identityIds: [id] }),
                      }),
                  }
                : undefined
            }
          />
        ))}
      </Items>
    </>
  )
}

const Items = ({ empty, children }: { empty: string; children: ReactNode[] }) =>
  children.length ? (
    <ul className="access-list">{children}</ul>
  ) : (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  )
