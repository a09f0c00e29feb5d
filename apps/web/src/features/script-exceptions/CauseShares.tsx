import type { ScriptCauseId } from '@fleetdeck/contract/ids'
import {
  type CauseShares as Shares,
  scriptExceptions,
  unknownValue,
} from '@fleetdeck/contract/script-exceptions'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import styles from './script-exceptions.module.css'

const kinds = [
  ['scriptVersion', 'scriptException.version'],
  ['deviceNo', 'scriptException.device'],
  ['osVersion', 'scriptException.osVersion'],
] as const
export type ExceptionFilter = Partial<Record<(typeof kinds)[number][0], string>>

/** Further values are counted together. */
const shownValues = 5

interface CauseSharesProps {
  causeId: ScriptCauseId
  filter: ExceptionFilter
  onFilter: (filter: ExceptionFilter) => void
}

interface ShareListProps {
  title: string
  shares: Shares['scriptVersion']
  total: number
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

function ShareList({ title, shares, total, chosen, onChoose }: ShareListProps) {
  const t = useText()
  const shown = shares.filter(({ value }, at) => at < shownValues || (value || unknownValue) === chosen)
  const rest = total - shown.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.shares} aria-label={title}>
      <h3>{title}</h3>
      {shown.map(({ value, count }) => {
        const key = value || unknownValue
        const name = value || t('scriptException.unknown')
        return (
          <button
            key={key}
            type="button"
            aria-pressed={chosen === key}
            aria-label={t('scriptException.shareOf', { value: name, count })}
            title={name}
            className={styles.share}
            onClick={() => onChoose(chosen === key ? undefined : key)}
          >
            <span className={styles.shareBar} style={{ width: `${(count / total) * 100}%` }} />
            <span className={styles.shareName}>{name}</span>
            <span className={styles.shareCount}>{count.toLocaleString()}</span>
          </button>
        )
      })}
      {rest > 0 && <span className={styles.soft}>{t('scriptException.moreShares', { count: rest })}</span>}
    </section>
  )
}

/** What the errors of a cause have in common; a value filters their list. */
export function CauseShares({ causeId, filter, onFilter }: CauseSharesProps) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [scriptExceptions.list.path, 'shares', causeId],
    queryFn: ({ signal }) => call(scriptExceptions.shares, { query: { causeId }, signal }),
    meta: { silent: true },
  })
  if (!data || data.total === 0) return null
  return (
    <div className={styles.shareLists}>
      {kinds.map(([kind, title]) => (
        <ShareList
          key={kind}
          title={t(title)}
          shares={data[kind]}
          total={data.total}
          chosen={filter[kind]}
          onChoose={(value) => {
            const { [kind]: _, ...others } = filter
            onFilter(value === undefined ? others : { ...others, [kind]: value })
          }}
        />
      ))}
    </div>
  )
}
