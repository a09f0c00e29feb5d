import { startLightFleet } from '../../apps/agent/src/light-phones.ts'
import type { ServerChoice } from '../../apps/agent/src/servers.ts'

/** To the process of some phones, which connects them at once. */
export interface PhonesOrder {
  /** Phones begin with the first of these, and go over to the next after a loss. */
  servers: string[]
  tokens: string[]
}
/** From it, while something has changed. */
export interface PhonesReport {
  connected: number
  registrations: number
}

const reportMs = 50

/** In place of a load balancer: after a loss the next server, without measuring. */
function inTurn(addresses: readonly URL[]): ServerChoice {
  const [home = new URL('http://localhost')] = addresses
  let current = home
  return {
    home,
    get current() {
      return current
    },
    choose: async () => current,
    doubt: ({ origin }) => {
      if (origin !== current.origin) return
      const place = addresses.findIndex((address) => address.origin === origin)
      current = addresses[(place + 1) % addresses.length] ?? home
    },
    follow: () => () => undefined,
  }
}

process.once('message', (orders: PhonesOrder[]) => {
  const fleets = orders.map(({ servers: addresses, tokens }) => {
    const servers = inTurn(addresses.map((address) => new URL(address)))
    return startLightFleet({ server: servers.home, servers, identities: tokens.map((token) => ({ token })) })
  })
  let told = ''
  setInterval(() => {
    const report: PhonesReport = {
      connected: fleets.reduce((sum, fleet) => sum + fleet.connected(), 0),
      registrations: fleets.reduce((sum, fleet) => sum + fleet.registrations(), 0),
    }
    if (JSON.stringify(report) === told) return
    told = JSON.stringify(report)
    process.send?.(report)
  }, reportMs)
})
// The benchmark has ended, or was killed.
process.once('disconnect', () => process.exit())
