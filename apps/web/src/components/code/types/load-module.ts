import { languageOfFile } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import { call } from '../../../api/call.ts'
import { defaultListSize } from '../../../ground/constants.ts'
import { mayNow } from '../../../ground/session-store.ts'
import type { ScriptText } from './protocol.ts'

/** The text of a script that another one imports as `name` or `name@version`, if this user may read it. */
export async function loadModule(imported: string): Promise<ScriptText | null> {
  if (/^\.{0,2}\//.test(imported) || !mayNow(scripts.text.permission) || !mayNow(scripts.list.permission))
    return null
  const [, name = imported, version] = /^(.+)@([^@]+)$/.exec(imported) ?? []
  const { list } = await call(scripts.list, { query: { scriptName: name, pageSize: defaultListSize } })
  const script = list.find(({ scriptName, isMine }) => scriptName === name && isMine)
  if (!script) return null
  const found =
    version === undefined
      ? { id: script.versionId, originalName: script.originalName }
      : (await call(scripts.versions, { query: { id: script.id } })).find(
          (one) => one.version === version && !one.isHot,
        )
  if (!found) return null
  const { text } = await call(scripts.text, { query: { versionId: found.id } })
  return { text, language: languageOfFile(found.originalName) }
}
