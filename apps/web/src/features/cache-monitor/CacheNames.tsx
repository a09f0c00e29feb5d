import { type CacheName, cacheMonitor } from '@fleetdeck/contract/cache-monitor'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import panels from '../../components/panels/panels.module.css'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './cache-monitor.module.css'

interface CacheNamesProps {
  chosen: CacheName
  onChoose: (name: CacheName) => void
  onClear: (name: CacheName) => unknown
}

export function CacheNames({ chosen, onChoose, onClear }: CacheNamesProps) {
  const t = useText()
  const mayClear = useMay(cacheMonitor.clear.permission)
  const { data } = useQuery({
    queryKey: [cacheMonitor.names.path],
    queryFn: ({ signal }) => call(cacheMonitor.names, { signal }),
  })
  return (
    <section className={panels.card} aria-label={t('cacheMonitor.names')}>
      <h2>{t('cacheMonitor.names')}</h2>
      <ul className={styles.list}>
        {data?.list.map(({ name, count }) => (
          <li key={name} data-chosen={name === chosen}>
            <button type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
              {t(`cacheMonitor.name.${name}`)} <small>{formatNumber(count)}</small>
            </button>
            {mayClear && (
              <Button type="link" size="small" danger onClick={() => onClear(name)}>
                {t('cacheMonitor.clearAll')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
