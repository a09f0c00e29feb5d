import { type CacheName, cacheMonitor } from '@fleetdeck/contract/cache-monitor'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { InfoList } from '../../components/panels/InfoList.tsx'
import panels from '../../components/panels/panels.module.css'
import { useText } from '../../ground/language.ts'
import { CacheKeys } from './CacheKeys.tsx'
import { CacheNames } from './CacheNames.tsx'
import { CacheValue } from './CacheValue.tsx'
import styles from './cache-monitor.module.css'

const reloadMs = 10_000
const shownCommands = 12

function RedisInfo() {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [cacheMonitor.info.path],
    queryFn: ({ signal }) => call(cacheMonitor.info, { signal }),
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  const failure = error && (
    <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />
  )
  if (!data) return failure ?? <Skeleton active />
  if (data.kind === 'own') return <Alert type="info" showIcon title={t('cacheMonitor.own')} />
  const { used, most } = data.memory
  const memory = `${byteText(used)} / ${most === null ? t('cacheMonitor.noLimit') : byteText(most)}`
  return (
    <div className={panels.tables}>
      {failure}
      <InfoList
        title={t('cacheMonitor.redis')}
        rows={[
          [t('cacheMonitor.memory'), memory],
          ...data.facts.map(({ name, value }) => [name, value] as const),
        ]}
      />
      <InfoList
        title={t('cacheMonitor.commands')}
        rows={data.commands
          .slice(0, shownCommands)
          .map(({ name, count }) => [name, formatNumber(count)] as const)}
      />
    </div>
  )
}

/** Clears a cache after a confirmation that states the consequences. */
function useClear(onCleared: () => void) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  return (name: CacheName, key?: string) =>
    confirm({
      title: key
        ? t('cacheMonitor.clearKey', { key })
        : t('cacheMonitor.clearName', { name: t(`cacheMonitor.name.${name}`) }),
      names: [],
      hint: t(`cacheMonitor.hint.${name}`),
      okText: t('cacheMonitor.clear'),
      run: async () => {
        await shown(call(cacheMonitor.clear, { body: { name, ...(key && { key }) } }))
        showSuccess(t('cacheMonitor.cleared'))
        onCleared()
        for (const { path } of [cacheMonitor.names, cacheMonitor.keys])
          await client.invalidateQueries({ queryKey: [path] })
      },
    })
}

/** The contents of caches, and buttons to clear them. Secrets are masked. */
export function CacheMonitorPage() {
  const t = useText()
  const [name, setName] = useState<CacheName>('sessions')
  const [key, setKey] = useState<string>()
  const clear = useClear(() => setKey(undefined))
  const choose = (chosen: CacheName) => {
    setName(chosen)
    setKey(undefined)
  }
  return (
    <section className={panels.page} aria-label={t('cacheMonitor.title')}>
      <header className={panels.head}>
        <h1>{t('cacheMonitor.title')}</h1>
      </header>
      <RedisInfo />
      <div className={styles.panes}>
        <CacheNames chosen={name} onChoose={choose} onClear={clear} />
        <CacheKeys key={name} name={name} chosen={key} onChoose={setKey} onClear={clear} />
        <CacheValue name={name} cacheKey={key} />
      </div>
    </section>
  )
}
