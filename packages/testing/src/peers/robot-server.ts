import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface RobotHit {
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  raw: string
  body: Record<string, unknown>
}

/** A group bot's server: records the messages, and answers as configured. */
export interface RobotServer {
  address: string
  hits: RobotHit[]
  answer: { status: number; body: string }
  /** Stops listening; the port stays reserved. */
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

export const taken = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }

function parsed(raw: string): Record<string, unknown> {
  try {
    return JSON.parse(raw)
  } catch {
    return {}
  }
}

export async function startRobot(): Promise<RobotServer> {
  const hits: RobotHit[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://robot')
      const raw = Buffer.concat(parts).toString('utf8')
      const { headers } = request
      const query = Object.fromEntries(url.searchParams)
      hits.push({ path: url.pathname, query, headers, raw, body: parsed(raw) })
      response.writeHead(robot.answer.status, { 'content-type': 'application/json' }).end(robot.answer.body)
    })
  })
  let port = 0
  const up = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const down = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  await up()
  const robot: RobotServer = {
    address: `http://127.0.0.1:${port}`,
    hits,
    answer: taken,
    down,
    up,
    stop: down,
  }
  return robot
}
