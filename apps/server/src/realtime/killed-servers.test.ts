import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { TwoServers } from '@fleetdeck/testing/server/two-servers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

describe.skipIf(!(TEST_DATABASE_URL && TEST_REDIS_URL))('when the server of a page is killed', () => {
  let servers: TwoServers
  const pages: TestSocket[] = []
  beforeEach(async () => {
    servers = await TwoServers.start()
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) page.close()
    await servers.stop()
  })

  const open = async (address: string, token: string) => {
    const path = '/rapi/ws/device?deviceNo=A1&type=client&language=en&clientId=page-1'
    const page = TestSocket.browser(address, path, token)
    pages.push(page)
    await page.next('deviceState')
    page.send({ action: 'joinRoom' })
    await page.next('joinRoomResp')
    return page
  }

  test('it reconnects through another server and controls its phone immediately', async () => {
    const phone = await servers.phone()
    const token = servers.admin.token ?? ''
    await open(servers.second.address, token)
    await servers.second.kill()
    const back = await open(servers.first.address, token)
    // The first state is the room as it was before the page joined.
    await back.next('roomState')
    expect(await back.next('roomState')).toMatchObject({ youControl: true, viewers: ['admin'] })
    back.send({ action: 'canvas_action', action_type: 'home', x: 0, y: 0 })
    expect(await phone.next('canvas_action')).toMatchObject({ action_type: 'home' })
  })
})
