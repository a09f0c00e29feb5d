import { auth, type ExternalIdentity } from '@fleetdeck/contract/auth'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { ask, showSuccess } from '../../api/feedback.ts'
import { goToProvider } from '../../components/sign-in/external-sign-in.ts'
import { fullTime } from '../../components/time-text.ts'
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
      <ul className="external-accounts">
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
  const client = useQueryClient()
  const { id, name, issuer, createdAt, usedAt } = identity
  const unbind = async () => {
    await call(auth.unbind, { query: { id } })
    showSuccess(t('identity.unbound'))
    await client.invalidateQueries({ queryKey: [auth.list.path] })
  }
  const remove = useMutation({ mutationFn: unbind })
  const confirmUnbind = () =>
    ask({
      title: t('identity.unbindQuestion', { name }),
      okText: t('identity.unbind'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync().catch(() => undefined),
    })
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span>{issuer}</span>
        <span>
          {t('identity.boundAt', { time: fullTime(createdAt) })}
          {usedAt && ` · ${t('identity.usedAt', { time: fullTime(usedAt) })}`}
        </span>
      </div>
      <Button size="small" danger onClick={confirmUnbind}>
        {t('identity.unbind')}
      </Button>
    </li>
  )
}
