import { type AccessToken, ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { ownAccess } from '@fleetdeck/contract/user-access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Skeleton, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { ask, shown, showSuccess } from '../../../api/feedback.ts'
import { TokenRights } from '../../../components/access-tokens/TokenRights.tsx'
import { TokenStateMark } from '../../../components/access-tokens/TokenStateMark.tsx'
import { tokenState } from '../../../components/access-tokens/token-state.ts'
import { TimeText } from '../../../components/TimeText.tsx'
import { type Translate, useText } from '../../../ground/language.ts'
import { type NewToken, NewTokenDialog } from './NewTokenDialog.tsx'
import { NewTokenDrawer } from './NewTokenDrawer.tsx'

function buildColumns(t: Translate, revoke: (token: AccessToken) => void): TableColumnsType<AccessToken> {
  return [
    { key: 'name', title: t('accessToken.name'), dataIndex: 'tokenName' },
    { key: 'state', title: t('accessToken.state'), render: (_, token) => <TokenStateMark token={token} /> },
    {
      key: 'rights',
      title: t('accessToken.rights'),
      align: 'right',
      render: (_, { permissions }) => <TokenRights permissions={permissions} />,
    },
    {
      key: 'expires',
      title: t('accessToken.expiresAt'),
      render: (_, { expiresAt }) => <TimeText value={expiresAt} />,
    },
    {
      key: 'used',
      title: t('accessToken.lastUsed'),
      render: (_, { lastUsedAt, lastUsedIp }) =>
        lastUsedAt ? (
          <>
            <TimeText value={lastUsedAt} /> {lastUsedIp}
          </>
        ) : (
          t('accessToken.neverUsed')
        ),
    },
    {
      key: 'actions',
      render: (_, token) =>
        tokenState(token) === 'valid' && (
          <Button type="link" size="small" danger onClick={() => revoke(token)}>
            {t('accessToken.revoke')}
          </Button>
        ),
    },
  ]
}

/** The caller's own access tokens: list, create, revoke. */
export function OwnTokens() {
  const t = useText()
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewToken>()
  const { data } = useQuery({
    queryKey: [ownAccessTokens.list.path],
    queryFn: ({ signal }) => call(ownAccessTokens.list, { signal }),
  })
  const refresh = () =>
    Promise.all(
      [ownAccessTokens.list, ownAccess.one].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  const revoke = ({ id, tokenName }: AccessToken) =>
    void ask({
      title: t('accessToken.revokeOne', { name: tokenName }),
      content: t('accessToken.revokeHint'),
      okText: t('accessToken.revoke'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await shown(call(ownAccessTokens.revoke, { body: { ids: [id] } }))
        showSuccess(t('accessToken.revokeDone'))
        await refresh()
      },
    })
  return (
    <Card
      title={t('accessToken.title')}
      extra={<Button onClick={() => setMaking(true)}>{t('accessToken.add')}</Button>}
    >
      <p className="login-hint">{t('accessToken.intro')}</p>
      {data ? (
        <Table
          rowKey="id"
          size="small"
          columns={buildColumns(t, revoke)}
          dataSource={data}
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
          locale={{ emptyText: t('accessToken.none') }}
          scroll={{ x: 'max-content' }}
        />
      ) : (
        <Skeleton active />
      )}
      {isMaking && (
        <NewTokenDrawer
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMade(token)
            return refresh()
          }}
        />
      )}
      {made && <NewTokenDialog made={made} onClose={() => setMade(undefined)} />}
    </Card>
  )
}
