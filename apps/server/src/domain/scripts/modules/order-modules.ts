import type { DeviceId } from '@fleetdeck/contract/ids'
import { scriptFileUrl } from '@fleetdeck/contract/phone-api'
import type { OrderedModule } from '@fleetdeck/contract/script-modules'
import type { Db } from '../../../platform/db/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { authoredFiles } from '../authors.queries.ts'
import type { PinnedModule } from './pinned-modules.queries.ts'

type Hashed = PinnedModule & { sha256: string }

interface OrderDeps {
  db: Db
  files: Pick<FileStore, 'sha256'>
}

/**
 * The modules of some orders as their phones get them, in the same order; undefined where the phone's tenant requires an
 * author, and none has signed one of them.
 */
export async function orderModules(
  { db, files }: OrderDeps,
  orders: { deviceId: DeviceId; imports: PinnedModule[] }[],
): Promise<(OrderedModule[] | undefined)[]> {
  const hashed = await Promise.all(
    orders.map(({ imports }) =>
      Promise.all(
        imports.map(async (one): Promise<Hashed> => {
          // A file that is missing is refused by its phone, as it cannot be fetched either.
          const sha256 = await files.sha256(one.fileName).catch(() => noHash)
          return { ...one, sha256 }
        }),
      ),
    ),
  )
  const sent = hashed.flatMap((modules, place) => {
    const deviceId = orders[place]?.deviceId
    return deviceId === undefined ? [] : modules.map(({ sha256 }) => ({ deviceId, sha256 }))
  })
  const authored = (await authoredFiles(db, sent)).values()
  return hashed.map((modules) => {
    const ordered = modules.map((one) => {
      const { isRequired = false, author = null } = authored.next().value ?? {}
      return isRequired && !author ? undefined : { ...toOrdered(one), ...(author && { author }) }
    })
    const usable = ordered.filter((one) => one !== undefined)
    return usable.length === modules.length ? usable : undefined
  })
}

const noHash = '0'.repeat(64)

const toOrdered = ({ name, fileName, originalName, md5, sha256 }: Hashed): OrderedModule => ({
  ...{ name, md5, sha256 },
  fileName: originalName,
  url: scriptFileUrl({ fileName, originalName }),
})
