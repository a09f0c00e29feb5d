import type { ScriptFinding } from '@fleetdeck/contract/script-findings'
import type { Translate } from '../../ground/language.ts'

export function findingText(
  t: Translate,
  { kind, line, column, name, meant, count, message }: ScriptFinding,
): string {
  if (kind === 'unknown' && meant) return t('script.finding.misspelt', { line, column, name, meant })
  return t(`script.finding.${kind}`, { line, column, name, count, message })
}
