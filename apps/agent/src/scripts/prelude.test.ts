import { expect, test } from 'vitest'
import { ScriptProcess } from './script-process.ts'

const limits = { timeoutSeconds: 20, memoryMegabytes: 64, stackKilobytes: 512, timeZone: 'Asia/Taipei' }
/** The value of an expression, which may await. */
async function resultOf(expression: string): Promise<unknown> {
  const source = `export default (async () => JSON.stringify(await (${expression})))()`
  const host = async () => null
  const end = await new ScriptProcess({ source, fileName: 'try.js', limits, task: {}, host }).ended
  if (end.state !== 'succeeded') return end
  return end.msg === '' ? undefined : JSON.parse(end.msg)
}
const thrown = (expression: string) =>
  resultOf(
    `(async () => { try { await (${expression}) } catch (error) { return [error.name, error.message] } })()`,
  )

test('addresses are parsed and written as browsers do', async () => {
  expect(
    await resultOf(`(() => {
      const url = new URL('../b?x=1&y=%E4%BD%A0#h', 'https://example.org:8443/a/c')
      url.searchParams.append('z', 'a b&c')
      url.hash = ''
      return [url.href, url.host, url.searchParams.get('y'), String(url), url.origin]
    })()`),
  ).toEqual([
    'https://example.org:8443/b?x=1&y=%E4%BD%A0&z=a+b%26c',
    'example.org:8443',
    '你',
    'https://example.org:8443/b?x=1&y=%E4%BD%A0&z=a+b%26c',
    'https://example.org:8443',
  ])
  expect(await resultOf(`[URL.canParse('x'), URL.canParse('x', 'http://a')]`)).toEqual([false, true])
  expect(await thrown(`new URL('no address')`)).toEqual(['TypeError', 'Invalid URL'])
  expect(
    await resultOf(`(() => {
      const params = new URLSearchParams({ b: 1, a: '2 3' })
      params.append('a', '~')
      params.set('b', 'x')
      params.sort()
      return [params.toString(), [...params.keys()], params.getAll('a'), params.has('c'), params.size]
    })()`),
  ).toEqual(['a=2+3&a=%7E&b=x', ['a', 'a', 'b'], ['2 3', '~'], false, 3])
})

test('the parameters of an address follow it when it changes', async () => {
  expect(
    await resultOf(`(() => {
      const url = new URL('http://h/?a=1')
      const held = url.searchParams
      url.search = '?b=2'
      const afterSearch = held.toString()
      url.href = 'http://other/?c=3'
      const afterHref = held.toString()
      held.append('d', '4')
      return [afterSearch, afterHref, url.href, held === url.searchParams]
    })()`),
  ).toEqual(['b=2', 'c=3', 'http://other/?c=3&d=4', true])
})

test('an async function is called again too, and its last error is thrown', async () => {
  expect(
    await resultOf(`retry(async (attempt) => {
      await null
      if (attempt < 3) throw new Error('not yet')
      return attempt
    }, { delay: 1 })`),
  ).toBe(3)
  expect(
    await thrown(`retry(async (attempt) => { throw new Error(String(attempt)) }, { times: 2, delay: 1 })`),
  ).toEqual(['Error', '2'])
})

test('a time limit rejects the promise of an async function, and leaves one in time alone', async () => {
  expect(
    await resultOf(`(async () => {
      const after = (ms, result) => new Promise((resolve) => setTimeout(() => resolve(result), ms))
      const outcome = (promise) => promise.then((value) => value, ({ name, message }) => name + ': ' + message)
      const slow = async () => { await after(1); await after(300); return 'late' }
      const broken = async () => { await after(1); throw new TypeError('broken') }
      return Promise.all([
        outcome(withTimeout(20, slow)),
        outcome(withTimeout(10000, () => withTimeout(20, slow))),
        outcome(withTimeout(10000, () => after(1, 'in time'))),
        outcome(withTimeout(10000, broken)),
      ])
    })()`),
  ).toEqual([
    'TimeoutError: withTimeout: not finished within 20 ms',
    'TimeoutError: withTimeout: not finished within 20 ms',
    'in time',
    'TypeError: broken',
  ])
})

test('texts become bytes and back', async () => {
  expect(await resultOf(`[...new TextEncoder().encode('é€😀')]`)).toEqual([
    ...new TextEncoder().encode('é€😀'),
  ])
  expect(
    await resultOf(`new TextDecoder().decode(new TextEncoder().encode('ä'.repeat(9000) + '😀')).length`),
  ).toBe(9002)
  const broken = '[0xef,0xbb,0xbf,0x41,0xe2,0x82,0x42,0xff,0xf0,0x9f]'
  expect(await resultOf(`new TextDecoder().decode(new Uint8Array(${broken}))`)).toBe(
    new TextDecoder().decode(
      new Uint8Array(JSON.parse(broken.replace(/0x\w+/g, (hex) => String(Number(hex))))),
    ),
  )
  expect(await thrown(`new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))`)).toEqual([
    'TypeError',
    expect.stringContaining('utf-8'),
  ])
  expect(
    await resultOf(`(() => { const d = new TextDecoder(), [a, b] = [[0xe2, 0x82], [0xac]].map((x) => new Uint8Array(x))
      return d.decode(a, { stream: true }) + d.decode(b) })()`),
  ).toBe('€')
  expect(await resultOf(`new TextDecoder('gbk').decode(new Uint8Array([0xc4, 0xe3]))`)).toBe('你')
  expect(await thrown(`new TextDecoder('klingon')`)).toEqual([
    'RangeError',
    expect.stringContaining('klingon'),
  ])
  expect(
    await resultOf(
      `[btoa('hi\\xff'), atob(' aGn/ '), new TextEncoder().encodeInto('a😀', new Uint8Array(3))]`,
    ),
  ).toEqual(['aGn/', 'hi\xff', { read: 1, written: 1 }])
  expect(await thrown(`atob('*')`)).toEqual(['InvalidCharacterError', expect.any(String)])
  expect(await thrown(`btoa('你')`)).toEqual(['InvalidCharacterError', expect.any(String)])
})

test('values are cloned with their references, functions are refused', async () => {
  expect(
    await resultOf(`(() => {
      const from = { when: new Date(5), map: new Map([[1, new Set([2])]]), bytes: new Uint8Array([1, 2]), big: 3n }
      from.self = from
      const to = structuredClone(from)
      return [to !== from, to.self === to, to.when.getTime(), [...to.map.get(1)], [...to.bytes], to.big === 3n,
        structuredClone(new TypeError('x')).name]
    })()`),
  ).toEqual([true, true, 5, [2], [1, 2], true, 'TypeError'])
  expect(await thrown(`structuredClone({ a: () => 0 })`)).toEqual(['DataCloneError', expect.any(String)])
})

test('times, numbers and words are written in the languages of people, and in the site’s time zone', async () => {
  const at = 'new Date(Date.UTC(2026, 0, 31, 20, 5, 6))'
  const zone = '{ timeZone: site.timeZone }'
  expect(
    await resultOf(`[site.timeZone, ${at}.toLocaleString('zh-TW', ${zone}), ${at}.toLocaleDateString('en-US', ${zone}),
      ${at}.toLocaleTimeString('de-DE', ${zone}), (1234.5).toLocaleString('de-DE'), 12345678901234567890n.toLocaleString('en-US')]`),
  ).toEqual(
    [
      'Asia/Taipei',
      '2026/2/1 清晨4:05:06',
      '2/1/2026',
      '04:05:06',
      '1.234,5',
      '12,345,678,901,234,567,890',
    ].map((text, n) =>
      n === 1
        ? new Date(Date.UTC(2026, 0, 31, 20, 5, 6)).toLocaleString('zh-TW', { timeZone: 'Asia/Taipei' })
        : text,
    ),
  )
  expect(
    await resultOf(`[
      new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1.5),
      new Intl.NumberFormat('en').format(NaN), new Intl.PluralRules('en').select(1),
      new Intl.RelativeTimeFormat('en').format(-2, 'day'), new Intl.ListFormat('en').format(['a', 'b', 'c']),
      ['z', 'ä', 'a'].sort(new Intl.Collator('de').compare).join(''), 'a'.localeCompare('B', 'en'),
      [...new Intl.Segmenter('zh', { granularity: 'word' }).segment('你好世界')].map(({ segment }) => segment).join('|'),
      new Intl.DisplayNames('en', { type: 'region' }).of('TW'),
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).formatRange(new Date(0), new Date(864e5)),
      Intl.getCanonicalLocales('EN-us'), Intl.DateTimeFormat('en').resolvedOptions().locale]`),
  ).toEqual([
    '$1.50',
    'NaN',
    'one',
    '2 days ago',
    'a, b, and c',
    'aäz',
    -1,
    '你好|世界',
    'Taiwan',
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).formatRange(0, 864e5),
    ['en-US'],
    'en',
  ])
  expect(await thrown(`new Date().toLocaleString('en', { timeZone: 'Moon/Sea' })`)).toEqual([
    'RangeError',
    'Invalid time zone specified: Moon/Sea',
  ])
  expect(await thrown(`Intl.DateTimeFormat('en').format('x'.repeat(2e6))`)).toEqual([
    'RangeError',
    expect.any(String),
  ])
  expect(await resultOf(`String(new Date(NaN).toLocaleString())`)).toBe('Invalid Date')
})

test('microtasks and the clock are those of browsers', async () => {
  expect(
    await resultOf(`(async () => { const seen = []; queueMicrotask(() => seen.push('later')); seen.push('now'); await null
      const from = performance.now(); sleep(5); return [...seen, performance.now() - from >= 5] })()`),
  ).toEqual(['now', 'later', true])
})

test('an error in a microtask fails the run', async () => {
  expect(await resultOf(`queueMicrotask(() => { throw new TypeError('late') })`)).toMatchObject({
    state: 'failed',
    msg: 'TypeError: late',
  })
})

test('hashes, signatures and ciphers are those of browsers', async () => {
  expect(
    await resultOf(`(async () => {
      const hex = (bytes) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('')
      const text = new TextEncoder().encode('abc')
      const hash = hex(await crypto.subtle.digest('SHA-256', text)).slice(0, 8)
      const hmac = await crypto.subtle.importKey('raw', text, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify'])
      const mac = await crypto.subtle.sign('HMAC', hmac, text)
      const aes = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const secret = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, text)
      const plain = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, secret))
      const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
      const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, text)
      const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits'])
      const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: text, iterations: 2 }, base, 128)
      const jwk = await crypto.subtle.exportKey('jwk', hmac)
      return [hash, await crypto.subtle.verify('HMAC', hmac, mac, text), plain, aes.algorithm, pair.publicKey.type,
        await crypto.subtle.verify('Ed25519', pair.publicKey, signature, text), bits.byteLength, jwk.k,
        /^[0-9a-f-]{36}$/.test(crypto.randomUUID())]
    })()`),
  ).toEqual(['ba7816bf', true, 'abc', { name: 'AES-GCM', length: 256 }, 'public', true, 16, 'YWJj', true])
  expect(await thrown(`crypto.getRandomValues(new Uint8Array(65537))`)).toEqual([
    'QuotaExceededError',
    expect.any(String),
  ])
  expect(await thrown(`crypto.subtle.digest('MD5', new Uint8Array(1))`)).toEqual([
    'NotSupportedError',
    expect.any(String),
  ])
  expect(await thrown(`crypto.subtle.digest('SHA-256', new Uint8Array(9e6))`)).toEqual([
    'OperationError',
    'crypto.subtle takes up to 8 MB',
  ])
  expect(
    await thrown(`crypto.subtle.generateKey({ name: 'RSA-PSS', modulusLength: 16384, hash: 'SHA-256',
      publicExponent: new Uint8Array([1, 0, 1]) }, true, ['sign'])`),
  ).toEqual(['OperationError', 'a key of more than 4096 bits'])
  expect(
    await thrown(`(async () => { for (let n = 0; n < 201; n++)
      await crypto.subtle.importKey('raw', new Uint8Array([n]), 'PBKDF2', false, ['deriveBits']) })()`),
  ).toEqual(['QuotaExceededError', 'more than 200 keys'])
})
