import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { browserProtocol, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { DeviceId } from '@fleetdeck/contract/ids'
import { decodeWallBatch } from '@fleetdeck/contract/wall-batch'
import { type WallEvent, type WallRequest, wallSocketPath } from '@fleetdeck/contract/wall-socket'
import { WebSocket } from 'ws'
import { executablePath, launch } from '../e2e/helpers/browser.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { printSeries } from './figures.ts'
import { measureMarking } from './group/marking.ts'
import type { PicturePhones } from './wall/picture-phones.ts'
import { startWallSite, type WallSite } from './wall/wall-site.ts'

const members = 100
const touches = 200
const goalMs = 50
const markGoalMs = 1000

/** A hundred phones touched simultaneously, while the same wall shows all of them. */
export async function benchGroup(): Promise<void> {
  const site = await startWallSite(members, members)
  try {
    const { send, close } = await startGroup(site)
    const spreads: number[] = []
    const ways: number[] = []
    for (let touch = 0; touch < touches; touch += 1) {
      const { spread, way } = await oneTouch(site.phones, send)
      spreads.push(spread)
      ways.push(way)
      await pause(20)
    }
    printSeries(
      `${members} phones, ${touches} touches, pictures going on`,
      [
        { name: 'from the first phone to the last', samples: spreads },
        { name: 'from the page to the last', samples: ways },
      ],
      goalMs,
    )
    close()
    await benchMarking(site)
  } finally {
    await site.stop()
  }
}

async function benchMarking(site: WallSite): Promise<void> {
  if (!existsSync(executablePath)) return console.log(`There is no Chromium at ${executablePath}.`)
  await buildWebIfStale(console.log)
  const browser = await launch()
  try {
    const samples = await measureMarking(site, browser)
    printSeries(
      `${members} phones, one that shows something else`,
      [{ name: 'from its change to its mark on the page', samples }],
      markGoalMs,
    )
  } finally {
    await browser.close()
  }
}

type Send = (frame: WallRequest) => void

async function startGroup({ server, admin }: WallSite): Promise<{ send: Send; close: () => void }> {
  const protocols = [browserProtocol, tokenProtocolPrefix + admin.token]
  const url = server.address.replace('http', 'ws') + wallSocketPath
  const socket = new WebSocket(url, protocols, { origin: server.address })
  const send: Send = (frame) => socket.send(JSON.stringify(frame))
  const ready = Promise.withResolvers<void>()
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return send({ action: 'batchDrawn', batch: decodeWallBatch(data).batch })
    const event = JSON.parse(data.toString()) as WallEvent
    if (event.action === 'ping') send({ action: 'pong' })
    const states = event.action === 'groupState' ? event.group?.members.map(({ state }) => state) : undefined
    if (states?.every((state) => state === 'follows')) ready.resolve()
  })
  await once(socket, 'open')
  const ids = Array.from({ length: members }, (_, at) => DeviceId.parse(at + 1))
  const [leader = DeviceId.parse(1), ...followers] = ids
  send({ action: 'watchPhones', ids, width: 180 })
  send({ action: 'startGroup', leader, followers })
  await ready.promise
  return { send, close: () => socket.close() }
}

async function oneTouch({ inputs }: PicturePhones, send: Send): Promise<{ spread: number; way: number }> {
  inputs.length = 0
  const began = performance.now()
  send({ action: 'groupInput', frame: { action: 'canvas_action', action_type: 'home', x: 0, y: 0 } })
  while (inputs.length < members) await pause(1)
  const times = inputs.map(({ at }) => at)
  return { spread: Math.max(...times) - Math.min(...times), way: Math.max(...times) - began }
}
