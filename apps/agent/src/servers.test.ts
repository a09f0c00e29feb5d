import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Servers } from './servers.ts'
import { TokenFile } from './token-file.ts'

let folder: string
let tokens: TokenFile
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'servers-'))
  tokens = await TokenFile.open(folder)
})
afterEach(() => rm(folder, { recursive: true }))

function serversOf(...given: string[]): Servers {
  const servers = new Servers({ given: given.map((text) => new URL(text)), tokens, notice: () => undefined })
  servers.stop()
  return servers
}
const addresses = (servers: Servers) => servers.states.map(({ address }) => address)

test('what a server has told is known after a restart, and never leads from https to http', async () => {
  await tokens.keepServers(new URL('https://eu.example.com'), [
    { region: 'us', address: 'https://us.example.com' },
    { region: 'cn', address: 'http://cn.example.com' },
    { region: 'jp', address: 'ws://jp.example.com' },
    { region: 'xx', address: 'nonsense' },
  ])
  tokens = await TokenFile.open(folder)
  expect(addresses(serversOf('https://eu.example.com'))).toEqual([
    'https://eu.example.com',
    'https://us.example.com',
  ])
  expect(addresses(serversOf('https://eu.example.com', 'http://local'))).toEqual([
    'https://eu.example.com',
    'http://local',
    'https://us.example.com',
    'http://cn.example.com',
  ])
})

test('the tokens of an installation are found whichever of its servers is named first', async () => {
  const [eu, us] = [new URL('https://eu.example.com'), new URL('https://us.example.com')]
  await tokens.keep(us, 'phone-1', 'token')
  expect(serversOf(eu.href, us.href).home.href).toBe(us.href)
  expect(serversOf(eu.href).home.href).toBe(eu.href)
})
