import { createHash } from 'node:crypto'
import type { Script } from '@fleetdeck/contract/scripts'
import type { ProjectScript } from './project.ts'

export const md5 = (content: Uint8Array | string): string => createHash('md5').update(content).digest('hex')

interface Parts {
  fileMd5: string
  version: string
  name: string
  platform: string
  params: unknown
}

/** Equal for equal contents, so that a change on either side is noticed without the former content. */
const hashOf = ({ fileMd5, version, name, platform, params }: Parts): string =>
  createHash('sha256')
    .update(JSON.stringify([fileMd5, version, name, platform, params]))
    .digest('hex')
    .slice(0, 32)

export const baseOnServer = (script: Script): string =>
  hashOf({ ...script, name: script.scriptName, platform: script.platformName })

const baseHere = (entry: ProjectScript, content: Uint8Array): string =>
  hashOf({ ...entry, fileMd5: md5(content), version: entry.version ?? '' })

/** Whether the file or its entry has changed since the server had the same. */
export const isChangedHere = (entry: ProjectScript, content: Uint8Array): boolean =>
  entry.base !== baseHere(entry, content)

export const entryOf = (script: Script): ProjectScript => ({
  id: script.id,
  name: script.scriptName,
  platform: script.platformName,
  version: script.version,
  params: script.params,
  base: baseOnServer(script),
})
