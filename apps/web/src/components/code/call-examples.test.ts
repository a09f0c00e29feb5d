import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { curlExample, type ExampleCall, pythonExample, typeScriptExample } from './call-examples.ts'

const run = promisify(execFile)
const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0
const fileName = `Ürlaub "2027", a=1; it's.txt`
const content = 'line 1\n你好\n'
const text = `a "b" 'c' \\n $HOME \`d\` 你好 😀`

interface Received {
  method: string | undefined
  query: Record<string, string>
  authorization: string | undefined
  type: string
  body: string
}

let server: Server
let address: string
let folder: string
let received: Received | undefined
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'call-examples-'))
  await writeFile(path.join(folder, fileName), content)
  const receive = async (request: IncomingMessage) => {
    const url = new URL(request.url ?? '', address)
    received = {
      method: request.method,
      query: Object.fromEntries(url.searchParams),
      authorization: request.headers.authorization,
      type: request.headers['content-type'] ?? '',
      body: Buffer.concat(await request.toArray()).toString(),
    }
  }
  server = createServer((request, response) => {
    receive(request).then(
      () => response.end('{"code":0,"msg":"","data":"fine"}'),
      (error) => response.destroy(error),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const options = () => ({ cwd: folder, env: { ...process.env, TOKEN: 'token-1' } })
const ways: Record<string, (example: ExampleCall) => Promise<{ stdout: string }>> = {
  curl: (example) => run('bash', ['-c', curlExample(example)], options()),
  TypeScript: async (example) => {
    await writeFile(path.join(folder, 'example.mts'), typeScriptExample(example))
    return run(process.execPath, ['example.mts'], options())
  },
  ...(hasRequests && { Python: (example) => run('python3', ['-c', pythonExample(example)], options()) }),
}

test.each(Object.keys(ways))('the example in %s sends the call as it is', async (way) => {
  const url = `${address}/device/group/list?${new URLSearchParams({ name: text, ids: '1,2' })}`
  const body = { groupName: text, nested: { list: [1, true, null] } }
  const { stdout } = (await ways[way]?.({ method: 'POST', url, body })) ?? { stdout: '' }
  expect(stdout).toContain('fine')
  const { type, body: sent, ...rest } = received ?? { type: '', body: '' }
  expect(rest).toEqual({
    method: 'POST',
    query: { name: text, ids: '1,2' },
    authorization: 'Bearer token-1',
  })
  expect(type).toMatch(/^application\/json/)
  expect(JSON.parse(sent)).toEqual(body)
})

test.each(Object.keys(ways))('the example in %s sends a file with any name', async (way) => {
  await ways[way]?.({ method: 'POST', url: `${address}/common/upload`, file: fileName })
  const { type = '', body = '', authorization } = received ?? {}
  expect(authorization).toBe('Bearer token-1')
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const file = form.get('file') as File
  expect(await file.text()).toBe(content)
})

test.each(Object.keys(ways))('the example in %s stores an answer without the envelope', async (way) => {
  await ways[way]?.({ method: 'GET', url: `${address}/common/file/a.png`, isPublic: true, isStored: true })
  expect(received?.authorization).toBeUndefined()
  expect(await readFile(path.join(folder, 'answer'), 'utf8')).toBe('{"code":0,"msg":"","data":"fine"}')
  await rm(path.join(folder, 'answer'))
})
