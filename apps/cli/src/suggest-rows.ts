import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { scripts } from '@fleetdeck/contract/scripts'
import type { Suggested } from './command.ts'
import type { Suggestion } from './completion.ts'
import type { ServerClient } from './server-client.ts'

/** A key press waits for it. */
const answerMs = 1500
/** More would not help to choose. */
const maxNames = 500

/** The words of a suggestion; `:files` leaves it to the shell. A server that does not answer soon suggests nothing. */
export async function suggestedWords(
  suggestion: Suggestion,
  client: () => Promise<ServerClient>,
): Promise<string[]> {
  if ('words' in suggestion) return suggestion.words
  const { from } = suggestion
  if (from === 'files') return [':files']
  if (typeof from !== 'string') return [...from]
  const late = new Promise<string[]>((resolve) => {
    setTimeout(() => resolve([]), answerMs).unref()
  })
  return Promise.race([client().then((server) => names(server, from)), late])
}

type Named = Exclude<Suggested, 'files' | readonly string[]>

async function names(server: ServerClient, from: Named): Promise<string[]> {
  const page = { pageSize: maxNames }
  switch (from) {
    case 'devices': {
      const query = { ...page, assStatus: '1', orderByColumn: 'deviceNo', isAsc: 'asc' } as const
      return (await server.call(devices.list, { query })).list.map(({ deviceNo }) => deviceNo)
    }
    case 'groups':
      return (await server.call(deviceGroups.list, { query: page })).list.map(({ groupName }) => groupName)
    case 'scripts':
      return (await server.call(scripts.list, { query: page })).list.map(({ scriptName }) => scriptName)
    case 'rollouts':
      return (await server.call(hotScripts.list, { query: page })).list.map(({ hotName }) => hotName)
  }
}
