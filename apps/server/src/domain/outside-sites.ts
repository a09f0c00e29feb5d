import { setTimeout as pause } from 'node:timers/promises'
import { Status } from '@fleetdeck/contract/enums'
import { innerLink } from '@fleetdeck/contract/menus'
import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { menus } from '../platform/db/schema/menus.ts'
import { toExternalLink } from '../platform/http/external-link.ts'
import type { OutsideSites } from '../platform/http/security-headers.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'

/** Short: a user who has added a page loads the console again. */
const cacheMs = 1000
const mostWaitMs = 300
/** They are sent with every page. */
const mostFrames = 50
const pictures = ['sys.logo', 'sys.loginBackground'] as const satisfies ParameterKey[]

function originsOf(addresses: string[]): string[] {
  const origins = addresses.flatMap((address) => {
    const link = toExternalLink(address)
    return link ? new URL(link).origin : []
  })
  return [...new Set(origins)]
}

/** The sites of the logo, of the sign-in page's background, and of plain http pages that menus show in a frame. */
export function outsideSites(db: Db, parameters: ParameterStore): OutsideSites {
  let known: string[] = []
  let shown = { addresses: '', origins: [] as string[] }
  let readAt = Number.NEGATIVE_INFINITY
  const read = async () => {
    const isShown = and(eq(menus.component, innerLink), eq(menus.status, Status.on))
    const rows = await db.select({ path: menus.path }).from(menus).where(isShown)
    const origins = originsOf(rows.map(({ path }) => path))
    return origins.filter((origin) => origin.startsWith('http:')).slice(0, mostFrames)
  }
  return {
    // Every response names them.
    pictures: () => {
      const addresses = pictures.map((key) => parameters.get(key))
      const joined = addresses.join(' ')
      if (joined !== shown.addresses) shown = { addresses: joined, origins: originsOf(addresses) }
      return shown.origins
    },
    frames: async () => {
      if (performance.now() - readAt < cacheMs) return known
      readAt = performance.now()
      const reading = read().then(
        (origins) => {
          known = origins
        },
        () => undefined,
      )
      // A page does not wait for a database that is away; it gets those that were read last.
      await Promise.race([reading, pause(mostWaitMs, undefined, { ref: false })])
      return known
    },
  }
}
