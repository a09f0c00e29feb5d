import { storage } from '@fleetdeck/contract/storage'
import { useQuery } from '@tanstack/react-query'
import { Card, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { StorageBars } from '../../components/storage/StorageBars.tsx'
import { useText } from '../../ground/language.ts'

/** The caller's storage on the server, and its limit. */
export function OwnStorage() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [storage.own.path],
    queryFn: ({ signal }) => call(storage.own, { signal }),
  })
  return (
    <Card title={t('storage.title')}>
      {data ? <StorageBars use={data} name={t('storage.own')} /> : <Skeleton active title={false} />}
    </Card>
  )
}
