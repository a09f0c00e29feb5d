import type { ScriptFinding } from '@fleetdeck/contract/script-findings'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import type { ServerClient } from './server-client.ts'

interface Text {
  content: string
  scriptLanguage: ScriptLanguage
}

/** What the server finds wrong with a text. */
export const findWrong = async (client: Pick<ServerClient, 'call'>, body: Text): Promise<ScriptFinding[]> =>
  (await client.call(scripts.check, { body })).findings

/** `buy.js:3:5 …`, as editors open it. */
export const findingText = (file: string, finding: ScriptFinding): string =>
  `${file}:${finding.line}:${finding.column} ${textOf(finding)}`

function textOf({ kind, name, meant, count, message }: ScriptFinding): string {
  if (kind === 'syntax') return message
  if (kind === 'tooFew') return `${name} needs ${count} arguments or more`
  if (kind === 'tooMany') return `${name} takes up to ${count} arguments`
  return `${name} does not exist${meant && `. Did you mean ${meant}?`}`
}
