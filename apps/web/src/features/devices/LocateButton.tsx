import { AimOutlined } from '@ant-design/icons'
import { locating } from '@fleetdeck/contract/commands'
import { endStates } from '@fleetdeck/contract/delivery'
import type { Device } from '@fleetdeck/contract/devices'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import styles from './devices.module.css'

const askAgainMs = 500

type Located = z.output<typeof locating.result.data>
type Badge = Pick<ComponentProps<typeof StateBadge>, 'condition' | 'reason'>

/** What is known; undefined while the phone may still answer. */
function outcomeOf({ state, reason, msg }: Located) {
  if (state === 'running' || state === 'succeeded')
    return { text: 'locate.flashing', badge: { condition: 'done' } satisfies Badge } as const
  if (state === 'failed' && msg)
    return { text: 'locate.unable', badge: { condition: 'failed', reason: msg } satisfies Badge } as const
  if (reason === 'offline' || (endStates as readonly string[]).includes(state))
    return { text: 'locate.noAnswer', badge: { condition: 'offline' } satisfies Badge } as const
  return undefined
}

/** Lights up a phone that waits for its number, and says whether it does. */
export function LocateButton({ device }: { device: Device }) {
  const t = useText()
  const start = useMutation({ mutationFn: () => call(locating.start, { body: { id: device.id } }) })
  const id = start.data?.id ?? 0
  const result = useQuery({
    queryKey: [locating.result.path, id],
    queryFn: ({ signal }) => call(locating.result, { query: { id }, signal }),
    enabled: id > 0,
    refetchInterval: ({ state: { data, error } }) =>
      error || (data && outcomeOf(data)) ? false : askAgainMs,
  })
  const outcome = result.data && outcomeOf(result.data)
  const isWaiting = start.isPending || (id > 0 && !outcome && !result.isError)
  return (
    <span className={styles.locate}>
      <Button
        size="small"
        icon={<AimOutlined />}
        loading={isWaiting}
        aria-label={t('locate.of', { phone: device.deviceId })}
        onClick={(event) => {
          event.stopPropagation()
          start.mutate()
        }}
      >
        {t('locate.start')}
      </Button>
      <span role="status">
        {outcome && !isWaiting && <StateBadge {...outcome.badge} text={t(outcome.text)} />}
      </span>
    </span>
  )
}
