import { auth, type ExternalIdentity } from '@fleetdeck/contract/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { goToProvider } from '../../components/sign-in/external-sign-in.ts'
import { fullTime } from '../../components/time-text.ts'
import { AccessItem } from '../../components/user-access/AccessItem.tsx'
import { useEndAccess } from '../../components/user-access/use-end-access.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'

/** External identities linked to this account: list, link, unlink. */
export function ExternalAccounts() {
  const t = useText()
  const { oidcEnabled } = useSite()
  const { data } = useQuery({
    queryKey: [auth.list.path],
    queryFn: ({ signal }) => call(auth.list, { signal }),
  })
  const leave = useMutation({
    mutationFn: () => goToProvider(() => call(auth.startBinding), '/user/profile'),
  })
  if (!data) return <Skeleton active />
  return (
    <>
      {data.length === 0 && <p className="login-hint">{t('identity.outsideNone')}</p>}
      <ul className="access-list">
        {data.map((identity) => (
          <ExternalAccount key={identity.id} identity={identity} />
        ))}
      </ul>
      {oidcEnabled && (
        <Button loading={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
          {t('identity.bind')}
        </Button>
      )}
    </>
  )
}

function ExternalAccount({ identity }: { identity: ExternalIdentity }) {
  const t = useText()
  const endAccess = useEndAccess()
  const { id, name, issuer, createdAt, usedAt } = identity
  const unbind = () =>
    endAccess({
      title: t('identity.unbindQuestion', { name }),
      okText: t('identity.unbind'),
      done: () => t('identity.unbound'),
      end: () => call(auth.unbind, { query: { id } }),
    })
  return (
    <AccessItem
      name={name}
      details={[
        issuer,
        <>
          {t('identity.boundAt', { time: fullTime(createdAt) })}
          {usedAt && ` · ${t('identity.usedAt', { time: fullTime(usedAt) })}`}
        </>,
      ]}
      action={{ label: t('identity.unbind'), run: unbind }}
    />
  )
}
