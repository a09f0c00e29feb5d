import type { Condition } from '../../../components/device-condition.ts'
import { StateShape } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import styles from './wall.module.css'

/** What needs attention comes first. */
const order: readonly Condition[] = ['failed', 'trouble', 'busy', 'online']

export interface PhoneResult {
  id: number
  deviceNo: string | undefined
  condition: Condition
  text: string
  /** Steps that it did, of all. */
  steps?: string
}

interface PhoneResultsProps {
  label: string
  results: readonly PhoneResult[]
}

/** What became of it on each phone. */
export function PhoneResults({ label, results }: PhoneResultsProps) {
  const t = useText()
  const sorted = results.toSorted((a, b) => order.indexOf(a.condition) - order.indexOf(b.condition))
  const hasSteps = results.some(({ steps }) => steps !== undefined)
  return (
    <div className={styles.log}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th>{t('wall.replayPhone')}</th>
            {hasSteps && <th className={styles.figure}>{t('wall.replaySteps')}</th>}
            <th>{t('wall.replayStatus')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ id, deviceNo, condition, text, steps }) => (
            <tr key={id}>
              <td className={styles.number}>{deviceNo}</td>
              {hasSteps && <td className={styles.figure}>{steps}</td>}
              <td>
                <span className={styles.status}>
                  <StateShape condition={condition} />
                  {text}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
