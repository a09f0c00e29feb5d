import type { CommandKind } from '@fleetdeck/contract/commands'
import { commandFile } from '@fleetdeck/contract/phone-api'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { DueRun } from './delivery.queries.ts'

type Order = Extract<PhoneOrder, { action: 'command' }>

const wireNames: Record<CommandKind, Order['command']> = {
  rebootEC: 'rebootEC',
  rebootPhone: 'rebphone',
  where: 'where',
  inst: 'inst',
  push: 'push',
  stsc: 'stsc',
  shellcmd: 'shellcmd',
  launch: 'launch',
  uninst: 'uninst',
  apps: 'apps',
  pull: 'pull',
  shot: 'shot',
}

/**
 * A run as its phone gets it.
 * @param origin the site's public address; when empty, a file's address has no host and means the server that the phone
 * is connected to
 */
export function toOrder(run: DueRun, origin: string): Order {
  const content = run.fileName ? fileAddress(run, origin) : run.content
  return { action: 'command', command: wireNames[run.command], cmdSubId: run.cmdSubId, content }
}

/** The MD5 follows #; phones that do not know it never send the fragment. */
function fileAddress({ cmdSubId, fileName, content, md5 }: DueRun, origin: string): string {
  const path = commandFile.path
    .replace(':cmdSubId', cmdSubId)
    .replace(':fileName', fileName ?? '')
    .replace(':name', encodeURIComponent(content))
  return `${origin}${path}${md5 ? `#md5=${md5}` : ''}`
}
