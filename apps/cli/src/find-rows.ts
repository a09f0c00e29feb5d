import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { scripts } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import { notFound, wrongUse } from './failure.ts'
import type { ServerClient } from './server-client.ts'

/** The one row with this name, or with this number as its id. */
function only<Row extends { id: number }>(
  rows: readonly Row[],
  { kind, name, nameOf }: { kind: string; name: string; nameOf: (row: Row) => string },
): Row | undefined {
  const named = rows.filter((row) => nameOf(row) === name)
  if (named.length > 1)
    throw wrongUse(`Several ${kind}s are named “${name}”; use an ID: ${named.map(({ id }) => id).join(', ')}`)
  return named[0] ?? rows.find(({ id }) => String(id) === name)
}

const required = <Row>(row: Row | undefined, kind: string, name: string): Row => {
  if (row === undefined) throw notFound(`The ${kind} “${name}” does not exist, or you cannot see it`)
  return row
}

export async function findGroup(client: ServerClient, name: string) {
  const rows = await client.rows(deviceGroups.list)
  return required(only(rows, { kind: 'group', name, nameOf: ({ groupName }) => groupName }), 'group', name)
}

export const listScripts = (client: ServerClient) => client.rows(scripts.list)

export async function findScript(client: ServerClient, name: string) {
  const found = only(await listScripts(client), {
    kind: 'script',
    name,
    nameOf: ({ scriptName }) => scriptName,
  })
  return required(found, 'script', name)
}

export async function findTask(client: ServerClient, name: string) {
  const rows = await client.rows(tasks.list)
  return only(rows, { kind: 'task', name, nameOf: ({ taskName }) => taskName })
}

export async function findRollout(client: ServerClient, name: string) {
  const rows = await client.rows(hotScripts.list)
  const found = only(rows, { kind: 'hot update', name, nameOf: ({ hotName }) => hotName })
  return required(found, 'hot update', name)
}
