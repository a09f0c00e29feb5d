import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { files } from '@fleetdeck/contract/files'
import { limitFiles } from '@fleetdeck/testing/server/limit-files'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

async function upload(...named: [name: string, content: string][]) {
  const form = new FormData()
  for (const [name, content] of named) form.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${site.admin.token}`, languageselect: 'en' }
  const response = await fetch(`${site.address}${files.upload.path}`, { method: 'POST', body: form, headers })
  return response.json()
}
const kept = async () => (await site.deps.db.select().from(storedFiles)).length
async function expectNothingKept() {
  expect(await kept()).toBe(0)
  const left = await readdir(path.join(site.dataDir, 'files'))
  expect(left.filter((name) => name.endsWith('.txt') || name.endsWith('.part'))).toEqual([])
}

test('an upload returns name, address, size and MD5', async () => {
  const { data } = await upload(['script.js', 'hello'])
  expect(data).toMatchObject({ size: 5, md5: '5d41402abc4b2a76b9719d911017c592' })
  expect(data.fileName).toMatch(/^[0-9a-f-]{36}\.js$/)
})

test('apps in several packages can be uploaded as they are, if they are archives', async () => {
  for (const name of ['shop.apks', 'shop.xapk']) {
    expect(await upload([name, 'PK\u0003\u0004']), name).toMatchObject({ code: 0 })
    expect((await upload([name, 'hello'])).msg, name).toMatch(/^The file is not a valid /)
  }
})

test('an unlisted type, a renamed file, two files and none are refused, and nothing is stored', async () => {
  expect((await upload(['page.html', '<script>'])).msg).toMatch(/^Only apk, /)
  expect((await upload(['picture.png', '<script>'])).msg).toMatch(/^The file is not a valid png file/)
  expect((await upload(['a.js', '1'], ['b.js', '2'])).msg).toBe('Only one file can be uploaded at a time')
  expect((await upload()).msg).toBe('Upload failed. Try again.')
  expect(await kept()).toBe(0)
})

test('a file above the limit is refused and leaves no file behind', async () => {
  await site.deps.parameters.set('sys.uploadFile.fileSize', '1')
  expect((await upload(['big.txt', 'x'.repeat(1024 * 1024 + 1)])).msg).toBe(
    'The file cannot be larger than 1 MB. Select a smaller one.',
  )
  await expectNothingKept()
})

test('a file for which the disk has no room is refused with the reason, and leaves nothing behind', async () => {
  await limitFiles('1000000')
  try {
    expect(await upload(['big.txt', 'x'.repeat(2_000_000)])).toMatchObject({
      code: 503,
      msg: 'The server disk is full and the file was not saved. Contact an administrator.',
    })
  } finally {
    await limitFiles('unlimited')
  }
  await expectNothingKept()
})

test('the rest of a refused upload does not delay the next call of its connection', async () => {
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (part) => {
    received += part
  })
  const refusals = () => received.match(/Only apk, /g)?.length ?? 0
  const send = (content: string) => {
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\n\r\n${content}\r\n--x--\r\n`
    const head = [
      `POST ${files.upload.path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${site.admin.token}`,
      'languageselect: en',
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${body.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  try {
    send('x'.repeat(8 * 1024 * 1024))
    send('small')
    await expect.poll(refusals).toBe(2)
  } finally {
    socket.destroy()
  }
})

test('users can only fetch their own downloads, and no path leads out of the folder', async () => {
  const { data } = await upload(['script.js', 'hello'])
  for (const fileName of [data.fileName, '../../etc/passwd', '..%2F..%2Fetc%2Fpasswd'])
    expect(await site.admin.ask(files.download, { query: { fileName } })).toMatchObject({
      code: 404,
      msg: 'This file was already downloaded or has expired. Export it again.',
    })
})

test('a picture is served by its name, without active content; other files are not', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(png, 'base64')]), '<b>.png')
  const headers = { authorization: `Bearer ${site.admin.token}` }
  const sent = await fetch(`${site.address}${files.upload.path}`, { method: 'POST', body: form, headers })
  const { data } = await sent.json()
  const shown = await fetch(`${site.address}${data.url}`)
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(png)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  const script = await upload(['script.js', 'hello'])
  for (const url of [script.data.url, '/common/file/none.png', '/common/file/..%2f..%2fetc%2fpasswd'])
    expect(await (await fetch(`${site.address}${url}`)).json(), url).toMatchObject({ code: 404 })
})
