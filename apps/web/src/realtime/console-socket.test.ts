import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { ConsoleSocket } from './console-socket.ts'

test('devices chosen in a second in which the server drops frames are chosen again', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'fleetdeck.v1' })
  onTestFinished(() => void server.close())
  const choices: number[][] = []
  server.on('connection', (connection) => {
    connection.on('message', (data) => {
      const frame = JSON.parse(String(data))
      if (frame.action !== 'watchDevices') return
      choices.push(frame.ids)
      if (choices.length === 1)
        connection.send(JSON.stringify({ action: 'refused', msg: 'Too many', dropped: true }))
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/`))
  onTestFinished(() => void vi.unstubAllGlobals())
  const news = new ConsoleSocket({ token: () => 'token', probe: async () => true, onConnection: () => {} })
  const leave = news.watch([3, 1])
  onTestFinished(() => {
    leave()
    // It would linger.
    news.renew()
  })
  await vi.waitFor(() => expect(choices).toHaveLength(2), { timeout: 30_000 })
  expect(choices).toEqual([
    [3, 1],
    [3, 1],
  ])
})
