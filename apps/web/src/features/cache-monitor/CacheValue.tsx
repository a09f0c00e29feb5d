import { type CacheName, cacheMonitor } from '@fleetdeck/contract/cache-monitor'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import panels from '../../components/panels/panels.module.css'
import { useText } from '../../ground/language.ts'
import styles from './cache-monitor.module.css'

export function CacheValue({ name, cacheKey }: { name: CacheName; cacheKey: string | undefined }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [cacheMonitor.value.path, name, cacheKey],
    queryFn: ({ signal }) => call(cacheMonitor.value, { query: { name, key: cacheKey ?? '' }, signal }),
    enabled: cacheKey !== undefined,
    staleTime: 0,
  })
  return (
    <section className={panels.card} aria-label={t('cacheMonitor.value')}>
      <h2>{t('cacheMonitor.value')}</h2>
      {cacheKey === undefined && <p>{t('cacheMonitor.choose')}</p>}
      {cacheKey !== undefined && (
        <p>
          <code>{cacheKey}</code>
        </p>
      )}
      {cacheKey !== undefined && data?.isMasked && <p>{t('cacheMonitor.masked')}</p>}
      {cacheKey !== undefined && data && <pre className={styles.content}>{data.content}</pre>}
    </section>
  )
}
