import { SearchOutlined } from '@ant-design/icons'
import { type CacheName, cacheMonitor, maxCacheKeys } from '@fleetdeck/contract/cache-monitor'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import panels from '../../components/panels/panels.module.css'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './cache-monitor.module.css'

interface CacheKeysProps {
  name: CacheName
  chosen: string | undefined
  onChoose: (key: string) => void
  onClear: (name: CacheName, key: string) => unknown
}

export function CacheKeys({ name, chosen, onChoose, onClear }: CacheKeysProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const mayClear = useMay(cacheMonitor.clear.permission) && name !== 'parameters'
  const query = { name, ...(search && { search }) }
  const { data } = useQuery({
    queryKey: [cacheMonitor.keys.path, query],
    queryFn: ({ signal }) => call(cacheMonitor.keys, { query, signal }),
    placeholderData: (before) => before,
  })
  return (
    <section className={panels.card} aria-label={t('cacheMonitor.keys')}>
      <h2>{t('cacheMonitor.keys')}</h2>
      <Input.Search
        allowClear
        size="small"
        maxLength={100}
        aria-label={t('cacheMonitor.search')}
        searchIcon={<SearchOutlined aria-label={t('table.search')} />}
        placeholder={t('cacheMonitor.search')}
        onSearch={setSearch}
      />
      {data?.list.length === 0 && <p>{t('cacheMonitor.empty')}</p>}
      <ul className={styles.list}>
        {data?.list.map(({ key, about, expiresAt }) => (
          <li key={key} data-chosen={key === chosen}>
            <button
              type="button"
              aria-pressed={key === chosen}
              title={
                expiresAt
                  ? t('common.labelled', { label: t('cacheMonitor.expires'), value: fullTime(expiresAt) })
                  : undefined
              }
              onClick={() => onChoose(key)}
            >
              <code>{key}</code> <small>{about}</small>
            </button>
            {mayClear && (
              <Button type="link" size="small" danger onClick={() => onClear(name, key)}>
                {t('cacheMonitor.clear')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.list.length === maxCacheKeys && <p>{t('cacheMonitor.more', { count: maxCacheKeys })}</p>}
    </section>
  )
}
