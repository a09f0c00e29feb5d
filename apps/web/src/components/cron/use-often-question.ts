import { shortestGap } from '@fleetdeck/cron/next-times'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import { ask } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'

/** Times that are closer than this are rarely meant: usually `*` was left in the seconds. */
const closeSeconds = 10

/** Asks before a new expression with close times is saved; resolves with whether to save it. */
export function useOftenQuestion() {
  const t = useText()
  const { timeZone } = useSite()
  return async (text: string, before: string | undefined): Promise<boolean> => {
    const { cron } = parseCron(text)
    if (text === before || !cron || !timeZone) return true
    const seconds = shortestGap(cron, { timeZone, after: new Date() })
    if (seconds === undefined || seconds >= closeSeconds) return true
    return ask({
      title: t('cron.oftenTitle', { seconds }),
      content: t('cron.oftenHint'),
      okText: t('table.save'),
    })
  }
}
