import { describeCron } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import { Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'

/** The meaning of a Quartz expression; the expression itself on hover. */
export function CronDescription({ text }: { text: string }) {
  const t = useText()
  const { cron } = parseCron(text)
  return (
    <Tooltip title={<code>{text}</code>}>
      <span>{cron ? describeCron(cron, t) : text}</span>
    </Tooltip>
  )
}
