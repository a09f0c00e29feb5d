import { DataScope } from '@fleetdeck/contract/enums'
import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import { session } from '@fleetdeck/contract/session'
import { throttles } from '@fleetdeck/contract/throttles'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const most = 20

let site: TestSite
let powerless: string
beforeAll(async () => {
  site = await startTestSite({ mostTurnedAway: most, trustProxy: ['127.0.0.1'] })
  await site.reset()
  const role = { permissions: [], dataScope: DataScope.self }
  powerless = (await addHolder(site, { userName: 'wei' }, role)).client.token ?? ''
})
afterAll(() => site.stop())

/** A caller behind a proxy. */
class Caller {
  readonly #headers: Record<string, string>

  constructor(ip: string, token?: string) {
    this.#headers = { 'x-forwarded-for': ip, ...(token && { authorization: `Bearer ${token}` }) }
  }

  async get(path: string): Promise<number> {
    return codeOf(await fetch(site.address + path, { headers: this.#headers }))
  }

  async beat(): Promise<number> {
    const headers = { ...this.#headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ deviceNo: 'A1', data: Buffer.from('{}').toString('base64') })
    return codeOf(await fetch(site.address + heartbeatPath, { method: 'POST', headers, body }))
  }
}
const codeOf = async (answer: Response) => (await answer.json()).code

describe('an address that was turned away often', () => {
  const ways: [string, number, (ip: string) => Promise<number>][] = [
    ['with a wrong session', -401, (ip) => new Caller(ip, 'nobody').get(session.info.path)],
    ['without a right', 403, (ip) => new Caller(ip, powerless).get(scheduledJobs.list.path)],
    ['as a phone without a token', 401, (ip) => new Caller(ip).beat()],
    ['as a phone with a wrong token', 401, (ip) => new Caller(ip, 'nobody').beat()],
  ]

  test.each(ways)('%s gets further such answers after those of others', async (way, code, turnedAway) => {
    const ip = `10.0.0.${ways.findIndex(([name]) => name === way)}`
    const codes = await Promise.all(Array.from({ length: most }, () => turnedAway(ip)))
    expect(new Set(codes)).toEqual(new Set([code]))
    const order: number[] = []
    const late = turnedAway(ip).then((answer) => order.push(answer))
    order.push(await new Caller(ip, site.admin.token).get(session.info.path))
    await late
    expect(order).toEqual([0, code])
  })

  test('is listed with its calls', async () => {
    await site.flush()
    const { list } = await site.admin.call(throttles.list, { query: { kind: 'turnedAway' } })
    expect(list.map(({ ipaddr, path, count }) => [ipaddr, path, count]).sort()).toEqual([
      ['10.0.0.0', session.info.path, 1],
      ['10.0.0.1', scheduledJobs.list.path, 1],
      ['10.0.0.2', heartbeatPath, 1],
      ['10.0.0.3', heartbeatPath, 1],
    ])
  })
})
