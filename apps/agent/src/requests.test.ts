import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpRequest } from '@fleetdeck/contract/script-api/http'
import { expect, onTestFinished, test } from 'vitest'
import { fetchFile } from './download.ts'
import { enrol } from './enrolment.ts'
import { newPrivateKey, PhoneKey } from './phone-key.ts'
import { requestOutside } from './scripts/http-host.ts'
import { agentTexts } from './texts.ts'

interface Seen {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Redirects as the table says; any other address is a file. */
async function serve(table: Record<string, () => string> = {}, status = 307) {
  const seen: Seen[] = []
  const url = await listen((request, response) => {
    const { url = '', headers } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ url, headers, body: Buffer.concat(chunks).toString() })
      const location = table[url]?.()
      if (location) response.writeHead(status, { location }).end()
      else response.end('the file')
    })
  })
  return { seen, url }
}

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

async function download(address: URL) {
  const folder = await mkdtemp(join(tmpdir(), 'requests-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'file')
  await fetchFile(file, address, { headersFor: ({ pathname }) => ({ 'phone-proof': `of ${pathname}` }) })
  return readFile(file, 'utf8')
}
const proofs = (seen: Seen[]) => seen.map(({ url, headers }) => [url, headers['phone-proof']])

test('a redirected download gets the proof for each address of the server, and none for another server', async () => {
  const other = await serve()
  const { seen, url } = await serve({
    '/first': () => '/second',
    '/second': () => new URL('/elsewhere', other.url).href,
  })
  expect(await download(new URL('/first', url))).toBe('the file')
  expect(proofs(seen)).toEqual([
    ['/first', 'of /first'],
    ['/second', 'of /second'],
  ])
  expect(proofs(other.seen)).toEqual([['/elsewhere', undefined]])
  const follows = (one: Seen[]) => one.map(({ headers }) => headers['x-follows-redirects'])
  expect([follows(seen), follows(other.seen)]).toEqual([['1', '1'], [undefined]])
})

test('a download is redirected five times at most, and to web addresses only', async () => {
  const { seen, url } = await serve({
    '/circle': () => '/circle',
    '/data': () => 'data:text/plain,other',
    '/none': () => 'http://[',
  })
  await expect(download(new URL('/circle', url))).rejects.toThrow('redirects too often')
  expect(seen).toHaveLength(6)
  await expect(download(new URL('/data', url))).rejects.toThrow('redirects to data:')
  await expect(download(new URL('/none', url))).rejects.toThrow('redirects to no address')
})

test.each([301, 307])(
  'an enrolment that is redirected with %i shows its key to no other server',
  async (status) => {
    const other = await serve()
    const target = () => new URL('/rapi/enroll/challenge', other.url).href
    const { url } = await serve({ '/rapi/enroll/challenge': target }, status)
    const identity = { hardwareId: 'phone-1', brand: '', model: '', imei: '', osVersion: '', apkVersion: '' }
    const phoneKey = new PhoneKey(newPrivateKey())
    const enrolment = { server: url, key: 'secret key', language: 'en', identity, phoneKey }
    await expect(enrol(enrolment, new AbortController().signal)).rejects.toThrow(
      `${url.origin} redirects to ${target()}. Set --server to that address.`,
    )
    expect(other.seen).toEqual([])
  },
)

test('a call of a script that is redirected to another host leaves its headers behind', async () => {
  const other = await serve()
  const { url } = await serve({ '/a': () => '/b', '/b': () => new URL('/c', other.url).href })
  const headers = { 'X-Api-Key': 'secret', Authorization: 'secret', 'Content-Type': 'text/plain' }
  const sent = { url: new URL('/a', url).href, method: 'POST', headers, body: 'hello' }
  await requestOutside({ hosts: ['127.0.0.1'] }, HttpRequest.parse(sent), agentTexts.en)
  const [call] = other.seen
  expect(call).toMatchObject({ url: '/c', body: 'hello', headers: { 'content-type': 'text/plain' } })
  expect(JSON.stringify(call)).not.toContain('secret')
})

test.each([
  [
    'http://other.example/',
    'http.request: other.example is not allowed. Add it to the parameter script.httpHosts',
  ],
  ['ftp://127.0.0.1/', 'http.request: request.url must be: http://…, https://…'],
  ['no address', 'http.request: request.url must be: http://…, https://…'],
])('a script’s call to %s is refused with what to change', async (url, message) => {
  await expect(requestOutside({ hosts: ['127.0.0.1'] }, url, agentTexts.en)).rejects.toThrow(message)
})

test('a script sends bytes, and forms with files', async () => {
  const { seen, url } = await serve()
  const send = (more: object) =>
    requestOutside(
      { hosts: ['127.0.0.1'] },
      HttpRequest.parse({ url: url.href, method: 'POST', ...more }),
      agentTexts.en,
    )
  const base64 = Buffer.from('bytes').toString('base64')
  await send({ base64 })
  expect(seen.at(-1)).toMatchObject({ body: 'bytes' })
  await send({ form: { phone: 'A1', shot: { name: '屏幕.jpg', type: 'image/jpeg', base64 } } })
  const { body, headers } = seen.at(-1) ?? { body: '', headers: {} }
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  const form = await new Response(body, { headers: headers as never }).formData()
  expect(form.get('phone')).toBe('A1')
  const file = form.get('shot') as File
  expect([file.name, file.type, await file.text()]).toEqual(['屏幕.jpg', 'image/jpeg', 'bytes'])
})

test.each([
  [{ method: 'GET', body: 'a' }, 'request.method must be: POST, PUT, DELETE, PATCH'],
  [{ body: 'a', base64: 'YQ==' }, 'Only one of these is possible: body, base64'],
  [{ form: {}, headers: { 'Content-Type': 'a/b' } }, 'request.headers must be: without content-type'],
  [
    { headers: { Host: 'a', 'Content-Length': '1' } },
    'request.headers must be: without content-length, host',
  ],
  [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'request.headers.X-A must be: a name and a value that HTTP allows'],
  [{ headers: { 'X A': 'a' } }, 'request.headers.X A must be: a name and a value that HTTP allows'],
  [{ headers: { a: '中' } }, 'request.headers.a must be: a name and a value that HTTP allows'],
])('a script’s call with %j is refused by name', async (more, message) => {
  const sent = HttpRequest.parse({ url: 'http://127.0.0.1:1/', method: 'POST', ...more })
  await expect(requestOutside({ hosts: ['127.0.0.1'] }, sent, agentTexts.en)).rejects.toThrow(message)
})

const called = (url: URL) =>
  requestOutside({ hosts: [url.hostname] }, HttpRequest.parse({ url: url.href, timeout: 200 }), agentTexts.en)
const answering = (answer: (response: ServerResponse) => void) =>
  listen((_request, response) => answer(response))

test.each<[string, (response: ServerResponse) => void, string]>([
  ['never answers', () => undefined, 'No response within 200 ms (request.timeout)'],
  ['stops in the middle', (response) => response.write('a'), 'No response within 200 ms (request.timeout)'],
  ['hangs up', (response) => response.destroy(), 'other side closed'],
  [
    'redirects to no address',
    (response) => response.writeHead(302, { location: 'http://[bad' }).end(),
    'Redirected to an invalid address: http://[bad',
  ],
])('a script learns the call and the host of a server that %s', async (_what, answer, reason) => {
  const url = await answering(answer)
  await expect(called(url)).rejects.toThrow(`http.request: ${url.host}: ${reason}`)
})

test('a script’s call is not redirected to a host that is not allowed', async () => {
  const url = await answering((response) =>
    response.writeHead(302, { location: 'http://other.example/' }).end(),
  )
  await expect(called(url)).rejects.toThrow('http.request: other.example is not allowed')
})

test.each([
  ['gbk', [0xc4, 0xe3, 0xba, 0xc3]],
  ['"Big5"', [0xa7, 0x41, 0xa6, 0x6e]],
  ['unknown-charset', [...Buffer.from('你好')]],
])('a script gets the text of a response in %s', async (charset, bytes) => {
  const url = await answering((response) =>
    response.writeHead(200, { 'content-type': `text/html; charset=${charset}` }).end(Buffer.from(bytes)),
  )
  expect((await called(url)).body).toBe('你好')
})

test('a script gets all cookies of a response', async () => {
  const url = await answering((response) => response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end())
  expect((await called(url)).headers['set-cookie']).toBe('a=1, b=2')
})
