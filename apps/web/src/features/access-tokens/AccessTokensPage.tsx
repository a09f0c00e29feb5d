import { accessTokens, type OwnedAccessToken } from '@fleetdeck/contract/access-tokens'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { TokenRights } from '../../components/access-tokens/TokenRights.tsx'
import { TokenStateMark } from '../../components/access-tokens/TokenStateMark.tsx'
import { type TokenState, tokenState } from '../../components/access-tokens/token-state.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

const states = ['valid', 'expired', 'revoked'] as const

const buildColumns = (t: Translate): CrudColumn<OwnedAccessToken>[] => [
  { key: 'tokenName', title: t('accessToken.name') },
  { key: 'userName', title: t('accessToken.owner') },
  { key: 'state', title: t('accessToken.state'), render: (_, token) => <TokenStateMark token={token} /> },
  {
    key: 'permissions',
    title: t('accessToken.rights'),
    align: 'right',
    render: (_, { permissions }) => <TokenRights permissions={permissions} />,
  },
  {
    key: 'createdAt',
    title: t('accessToken.createdAt'),
    render: (_, { createdAt }) => <TimeText value={createdAt} />,
  },
  {
    key: 'expiresAt',
    title: t('accessToken.expiresAt'),
    render: (_, { expiresAt }) => <TimeText value={expiresAt} />,
  },
  {
    key: 'lastUsedAt',
    title: t('accessToken.lastUsed'),
    render: (_, { lastUsedAt, lastUsedIp }) => (
      <>
        <TimeText value={lastUsedAt} /> {lastUsedIp}
      </>
    ),
  },
]

function useRevoke() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  return (tokens: readonly OwnedAccessToken[]) =>
    confirm({
      title:
        tokens.length === 1
          ? t('accessToken.revokeOne', { name: tokens[0]?.tokenName ?? '' })
          : t('accessToken.revokeMany', { count: tokens.length }),
      names: tokens.map(({ tokenName }) => tokenName),
      hint: t('accessToken.revokeHint'),
      okText: t('accessToken.revoke'),
      run: async () => {
        await shown(call(accessTokens.revoke, { body: { ids: tokens.map(({ id }) => id) } }))
        showSuccess(t('accessToken.revokeDone'))
        await client.invalidateQueries({ queryKey: [accessTokens.list.path] })
      },
    })
}

/** Tokens of all users whom the caller manages. */
export function AccessTokensPage() {
  const t = useText()
  const mayRevoke = useMay(accessTokens.revoke.permission)
  const revoke = useRevoke()
  const filters = useMemo(
    () => [
      { name: 'tokenName', label: t('accessToken.name'), input: <Input allowClear maxLength={50} /> },
      { name: 'userName', label: t('accessToken.owner'), input: <Input allowClear maxLength={50} /> },
      {
        name: 'state',
        label: t('accessToken.state'),
        input: (
          <Select
            allowClear
            placeholder={t('table.all')}
            options={states.map((state) => ({ value: state, label: t(`accessToken.${state}`) }))}
          />
        ),
        show: (state: string) => t(`accessToken.${state as TokenState}`),
      },
    ],
    [t],
  )
  return (
    <CrudPage
      contract={accessTokens}
      title={t('accessToken.title')}
      columns={buildColumns(t)}
      nameOf={(token) => token.tokenName}
      filters={filters}
      rowActions={(token) => [
        mayRevoke &&
          tokenState(token) === 'valid' && {
            key: 'revoke',
            label: t('accessToken.revoke'),
            danger: true,
            run: () => revoke([token]),
          },
      ]}
      {...(mayRevoke && {
        batchActions: (tokens: readonly OwnedAccessToken[], clear: () => void) => (
          <Button size="small" danger onClick={() => revoke(tokens).then((done) => done && clear())}>
            {t('accessToken.revoke')}
          </Button>
        ),
      })}
      emptyText={t('accessToken.listEmpty')}
    />
  )
}
