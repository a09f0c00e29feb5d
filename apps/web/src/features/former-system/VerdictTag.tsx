import { type ScriptVerdict, ScriptVerdict as Verdicts } from '@fleetdeck/contract/former-scripts'
import { Tag } from 'antd'
import { type Translate, useText } from '../../ground/language.ts'

const colours = { ready: 'success', different: 'warning', unknown: 'error', unreadable: 'default' } as const

export const verdictOptions = (t: Translate) =>
  Verdicts.options.map((verdict): [string, string] => [verdict, t(`formerScript.${verdict}`)])

export function VerdictTag({ verdict }: { verdict: ScriptVerdict }) {
  const t = useText()
  return <Tag color={colours[verdict]}>{t(`formerScript.${verdict}`)}</Tag>
}
