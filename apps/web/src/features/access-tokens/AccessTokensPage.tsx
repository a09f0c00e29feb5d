import { accessTokens, type OwnedAccessToken } from '@fleetdeck/contract/access-tokens'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { TokenRights } from '../../components/access-tokens/TokenRights.tsx'
import { TokenStateMark } from '../../components/access-tokens/TokenStateMark.tsx'
import { tokenState } from '../../components/access-tokens/token-state.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { choiceFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

const states = ['valid', 'expired', 'revoked'] as const

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
  return (
    <CrudPage
      contract={accessTokens}
      title={t('accessToken.title')}
      columns={[
        { key: 'tokenName', title: t('accessToken.name') },
        { key: 'userName', title: t('accessToken.owner') },
        {
          key: 'state',
          title: t('accessToken.state'),
          render: (_, token) => <TokenStateMark token={token} />,
        },
        {
          key: 'permissions',
          title: t('accessToken.rights'),
          align: 'right',
          render: (_, { permissions }) => <TokenRights permissions={permissions} />,
        },
        timeColumn('createdAt', t('accessToken.createdAt')),
        timeColumn('expiresAt', t('accessToken.expiresAt')),
        {
          key: 'lastUsedAt',
          title: t('accessToken.lastUsed'),
          render: (_, { lastUsedAt, lastUsedIp }) => (
            <>
              <TimeText value={lastUsedAt} /> {lastUsedIp}
            </>
          ),
        },
      ]}
      nameOf={(token) => token.tokenName}
      filters={[
        { name: 'tokenName', label: t('accessToken.name') },
        { name: 'userName', label: t('accessToken.owner') },
        choiceFilter(
          t,
          'state',
          t('accessToken.state'),
          states.map((state) => [state, t(`accessToken.${state}`)]),
        ),
      ]}
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
