import { ownAccess, type UserSession } from '@fleetdeck/contract/user-access'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { AuthorSettings } from '../../components/authors/AuthorSettings.tsx'
import { FactorSettings } from '../../components/factors/FactorSettings.tsx'
import { clientName, SessionList } from '../../components/user-access/SessionList.tsx'
import { useEndAccess, useEndedText } from '../../components/user-access/use-end-access.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { ExternalAccounts } from './ExternalAccounts.tsx'
import { OwnTokens } from './tokens/OwnTokens.tsx'

/** Everything by which somebody gets in as the caller, and how to end it. */
export function OwnAccess() {
  const t = useText()
  const { oidcEnabled } = useSite()
  const { data } = useQuery({
    queryKey: [ownAccess.one.path],
    queryFn: ({ signal }) => call(ownAccess.one, { signal }),
  })
  const endAccess = useEndAccess()
  const done = useEndedText()
  const endSession = (session: UserSession) =>
    endAccess({
      title: t('userAccess.endSessionQuestion'),
      hint: t('userAccess.endSessionHint', { client: clientName(t, session), ip: session.ipaddr }),
      okText: t('userAccess.endSession'),
      done,
      end: () => call(ownAccess.end, { body: { sessionIds: [session.id] } }),
    })
  const endAll = () =>
    endAccess({
      title: t('userAccess.endAllQuestion'),
      hint: t('userAccess.endAllOwnHint'),
      okText: t('userAccess.endAll'),
      done,
      end: () => call(ownAccess.end, { body: { everything: true } }),
    })
  const isAlone = data && data.sessionCount <= 1 && data.tokens.length + data.identities.length === 0
  return (
    <>
      <div className="access-head">
        <h2>{t('userAccess.title')}</h2>
        <Button danger disabled={!data || isAlone === true} onClick={endAll}>
          {t('userAccess.endAll')}
        </Button>
      </div>
      <Card title={t('userAccess.sessions')}>
        {data ? <SessionList access={data} onEnd={endSession} /> : <Skeleton active />}
      </Card>
      <Card title={t('factor.title')}>
        <FactorSettings />
      </Card>
      <Card title={t('author.title')}>
        <AuthorSettings />
      </Card>
      <OwnTokens />
      {oidcEnabled && (
        <Card title={t('identity.outsideAccounts')}>
          <ExternalAccounts />
        </Card>
      )}
    </>
  )
}
