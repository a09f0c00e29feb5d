import { type ScriptAuthor, scriptAuthors } from '@fleetdeck/contract/script-authors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Skeleton, Switch, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { fullTime } from '../time-text.ts'
import { AccessItem } from '../user-access/AccessItem.tsx'
import { useEndAccess } from '../user-access/use-end-access.ts'
import { AuthorDrawer } from './AuthorDrawer.tsx'
import { authorKeyQuery, canSign, makeAuthorKey } from './author-key.ts'

/** Whose scripts the caller's phones run. */
export function AuthorSettings() {
  const t = useText()
  const client = useQueryClient()
  /** The public key of the author that is being added; empty: to be entered. */
  const [adding, setAdding] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: [scriptAuthors.one.path],
    queryFn: ({ signal }) => call(scriptAuthors.one, { signal }),
    meta: { silent: true },
  })
  const { data: ownKey } = useQuery(authorKeyQuery)
  const own = ownKey?.publicKey ?? null
  const refresh = () => client.invalidateQueries({ queryKey: [scriptAuthors.one.path] })
  const makeKey = useMutation({
    mutationFn: makeAuthorKey,
    onSuccess: async ({ publicKey }) => {
      await client.invalidateQueries({ queryKey: authorKeyQuery.queryKey })
      setAdding(publicKey)
    },
  })
  const require = useMutation({
    mutationFn: (isRequired: boolean) => call(scriptAuthors.require, { body: { isRequired } }),
    onSettled: refresh,
  })
  if (error && !data) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  const isListed = data.list.some(({ publicKey }) => publicKey === own)
  return (
    <>
      <p className="login-hint">{t('author.intro')}</p>
      <Flex gap={8} align="center" wrap style={{ marginBottom: 12 }}>
        <Switch
          id="author-required"
          checked={data.isRequired}
          loading={require.isPending}
          onChange={(isRequired) => require.mutate(isRequired)}
        />
        <label htmlFor="author-required">{t('author.required')}</label>
        <span className="login-hint">{t('author.requiredHint')}</span>
      </Flex>
      {data.list.length === 0 && <p className="login-hint">{t('author.none')}</p>}
      <ul className="access-list">
        {data.list.map((author) => (
          <Author key={author.id} author={author} isOwn={author.publicKey === own} onChanged={refresh} />
        ))}
      </ul>
      {!canSign() && <Alert type="info" showIcon title={t('author.noCrypto')} style={{ marginBottom: 12 }} />}
      <Flex gap={8} wrap>
        {own === null ? (
          <Button disabled={!canSign()} loading={makeKey.isPending} onClick={() => makeKey.mutate()}>
            {t('author.addOwn')}
          </Button>
        ) : (
          <>
            {!isListed && <Button onClick={() => setAdding(own)}>{t('author.addOwnKey')}</Button>}
            <CopyButton text={own} label={t('author.copyKey')} />
          </>
        )}
        <Button onClick={() => setAdding('')}>{t('author.add')}</Button>
      </Flex>
      {own !== null && <p className="login-hint">{t('author.ownKeyHint')}</p>}
      {adding !== undefined && (
        <AuthorDrawer
          publicKey={adding}
          known={data.list}
          own={own}
          onClose={() => setAdding(undefined)}
          onAdded={refresh}
        />
      )}
    </>
  )
}

interface AuthorProps {
  author: ScriptAuthor
  isOwn: boolean
  onChanged: () => Promise<void>
}

function Author({ author, isOwn, onChanged }: AuthorProps) {
  const t = useText()
  const endAccess = useEndAccess()
  const { id, authorName, fingerprint, createdAt } = author
  const remove = () =>
    endAccess({
      title: t('author.removeQuestion', { name: authorName }),
      hint: t('author.removeHint'),
      okText: t('author.remove'),
      done: () => t('author.removed'),
      end: async () => {
        await call(scriptAuthors.remove, { query: { id } })
        await onChanged()
      },
    })
  return (
    <AccessItem
      name={
        <>
          {authorName} {isOwn && <Tag>{t('author.ownKey')}</Tag>}
        </>
      }
      details={[<code key="key">{fingerprint}</code>, t('factor.since', { time: fullTime(createdAt) })]}
      action={{ label: t('author.remove'), run: remove }}
    />
  )
}
