import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isInner, mayCall } from './private-addresses.ts'
import { checkPublicAddress, type SafeFetchOptions, safeFetch } from './safe-fetch.ts'

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const call = (url: string, more: Partial<SafeFetchOptions> = {}) =>
  safeFetch({ method: 'POST', url, body: 'hello', allowed: '127.0.0.0/8, ::1', ...more })

describe('an address is classified as private or public:', () => {
  test.each([
    '127.0.0.1',
    '127.8.9.10',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'no address',
  ])('%s is private', (address) => expect(isInner(address)).toBe(true))
  test.each([
    '1.1.1.1',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
    '2606:4700::1111',
    '240e:1::1',
  ])('%s is public', (address) => expect(isInner(address)).toBe(false))

  test('allowed networks may be called, and no others', () => {
    expect(mayCall('10.1.2.3', '10.1.0.0/16, fd00::/8')).toBe(true)
    expect(mayCall('10.2.2.3', '10.1.0.0/16, fd00::/8')).toBe(false)
    expect(mayCall('fd00::5', '10.1.0.0/16, fd00::/8')).toBe(true)
    expect(mayCall('192.168.1.5', '192.168.1.5')).toBe(true)
    expect(mayCall('192.168.1.6', '192.168.1.5')).toBe(false)
    expect(mayCall('192.168.1.6', '')).toBe(false)
  })
})

describe('an external call', () => {
  test('returns status and text', async () => {
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => response.writeHead(418).end(`${request.method} ${body}`))
    })
    expect(await call(url)).toMatchObject({ status: 418, body: 'POST hello' })
  })

  test.each([
    ['a private address', 'http://10.0.0.1/'],
    ['this machine', 'http://127.0.0.1/'],
    ['this machine by its name', 'http://localhost/'],
    ['this machine in IPv6', 'http://[::1]/'],
    ['this machine as one number', 'http://2130706433/'],
    ['this machine in octal', 'http://0177.0.0.1/'],
    ['this machine in IPv6 for IPv4', 'http://[::ffff:127.0.0.1]/'],
    ['the data service of a cloud', 'http://169.254.169.254/latest/meta-data'],
  ])('to %s is refused', async (_what, url) => {
    await expect(call(url, { allowed: '' })).rejects.toMatchObject({ failure: 'privateAddress' })
    await expect(checkPublicAddress(url, '')).rejects.toMatchObject({ failure: 'privateAddress' })
  })

  test.each(['ftp://example.com/', 'file:///etc/passwd', 'http://user:pw@example.com/', 'nothing'])(
    'to %s is refused',
    (url) => expect(call(url)).rejects.toMatchObject({ failure: 'badAddress' }),
  )

  test('is not redirected to a private address', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(307, { location: 'http://10.0.0.1/' }).end(),
    )
    await expect(call(url)).rejects.toMatchObject({ failure: 'privateAddress', message: '10.0.0.1' })
  })

  test('follows a redirect, repeats the call only if the status requires it, and sends no secrets elsewhere', async () => {
    const seen: unknown[] = []
    const goal = await serve((request, response) => {
      const { authorization, 'private-token': token, 'x-other': other } = request.headers
      seen.push([request.method, authorization ?? token, other])
      response.end('there')
    })
    for (const status of [302, 307]) {
      const url = await serve((_request, response) => response.writeHead(status, { location: goal }).end())
      const headers = { authorization: 'secret', 'private-token': 'secret', 'x-other': '1' }
      expect(await call(url, { headers })).toMatchObject({ status: 200, body: 'there' })
    }
    expect(seen).toEqual([
      ['GET', undefined, '1'],
      ['POST', undefined, '1'],
    ])
  })

  test('ends on a redirect loop, on a timeout, or when the response has no end', async () => {
    const circle = await serve((_request, response) => response.writeHead(302, { location: '/' }).end())
    await expect(call(circle)).rejects.toMatchObject({ failure: 'tooManyRedirects' })
    const silent = await serve(() => {})
    await expect(call(silent, { timeoutMs: 50 })).rejects.toMatchObject({ failure: 'timeout' })
    const endless = await serve((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    await expect(call(endless)).rejects.toMatchObject({ failure: 'tooLarge' })
  })

  test('reports an unreachable server', async () => {
    const url = await serve(() => {})
    servers[0]?.close()
    await expect(call(url)).rejects.toMatchObject({ failure: 'unreachable', message: 'ECONNREFUSED' })
  })
})
