// @vitest-environment happy-dom
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ConsoleEvent } from '@fleetdeck/contract/console-socket'
import { posts } from '@fleetdeck/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket as ClientSocket, type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { NewsMark } from '../../components/NewsMark.tsx'
import { PostsPage } from '../../features/posts/PostsPage.tsx'
import { useReloadOnResume } from '../../realtime/use-console-socket.ts'
import { postServer } from './fake-posts.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

let sockets: WebSocketServer
let connections: ServerSocket[]

async function listen(port = 0): Promise<number> {
  connections = []
  sockets = new WebSocketServer({ port, host: '127.0.0.1', handleProtocols: () => 'fleetdeck.v1' })
  sockets.on('connection', (connection) => connections.push(connection))
  await once(sockets, 'listening')
  return (sockets.address() as AddressInfo).port
}
async function goAway() {
  for (const connection of connections) connection.terminate()
  await new Promise((resolve) => sockets.close(resolve))
}

let port: number
beforeEach(async () => {
  port = await listen()
})
afterEach(goAway)

function Page() {
  useReloadOnResume()
  return (
    <>
      <NewsMark />
      <PostsPage />
    </>
  )
}

async function openPage() {
  const { server } = await renderPage(<Page />, { server: postServer(1) })
  vi.stubGlobal('WebSocket', ClientSocket)
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/`))
  await screen.findByText('P01')
  await waitFor(() => expect(connections).toHaveLength(1))
  return { loads: () => server.callsTo(posts.list).length }
}
const push = (event: ConsoleEvent) => connections[0]?.send(JSON.stringify(event))
const mark = (name: string) => screen.findByRole('button', { name })

test('while servers cannot hear each other the page says so, and loads again when they can', async () => {
  const { loads } = await openPage()
  push({ action: 'liveNews', isLimited: true })
  await mark('Live updates limited')
  const before = loads()
  push({ action: 'liveNews', isLimited: false })
  await waitFor(() => expect(loads()).toBe(before + 1))
  expect(screen.queryByRole('button', { name: 'Live updates limited' })).toBeNull()
})

test('a page whose connection is closed says so, and loads again when it is open', async () => {
  const { loads } = await openPage()
  const before = loads()
  await goAway()
  await mark('Connection lost')
  await listen(port)
  await waitFor(() => expect(loads()).toBe(before + 1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Connection lost' })).toBeNull())
})
