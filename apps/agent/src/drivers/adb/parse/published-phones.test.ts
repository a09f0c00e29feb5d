import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readIdentity } from '../identity.ts'
import { toStatus } from '../status.ts'
import { parseProperties } from './properties.ts'
import { type PublishedPhone, publishedPhones } from './samples/published-phones.ts'

const docs = join(import.meta.dirname, '../../../../../../docs')

const phones = publishedPhones()

/** Serial numbers of the samples are made up: the kind of the identity is what counts. */
const sources = { own: '0'.repeat(32) }
const kindOf = (hardwareId: string) => (hardwareId.startsWith('adb-own-') ? 'own id' : 'serial number')

/** What the agent makes of a phone, by column. */
function made({ output }: PublishedPhone) {
  const { identity, sdk } = readIdentity(
    parseProperties(output('getprop')),
    { listedSerial: '', sharedSerials: [] },
    sources,
  )
  const kind = output('getprop') && kindOf(identity.hardwareId)
  return [kind, identity.brand, identity.model, identity.osVersion, sdk || '', ...statusOf(output)]
}

/** Of `df` the line of /data, as the agent asks for it alone. */
function statusOf(output: PublishedPhone['output']): string[] {
  const storage = output('df')
    .split('\n')
    .filter((line) => /^\/data|\/data$/.test(line))
    .join('\n')
  const parts = [
    output('dumpsys battery'),
    output('dumpsys display'),
    '',
    output('cat /proc/meminfo'),
    storage,
  ]
  const { battery, charging, batteryTemp, totalMemory, sdCardSpace } = toStatus(parts, 'adb')
  const gigabytes = (bytes: number | undefined) =>
    bytes === undefined ? '' : `${(bytes / 1024 ** 3).toFixed(1)} GB`
  const power = battery === undefined ? '' : `${battery}%, ${batteryTemp} °C${charging ? ', charging' : ''}`
  return [power, gigabytes(totalMemory), gigabytes(sdCardSpace)]
}

test('the document lists what the agent makes of each published phone', async () => {
  const rows = phones.map((phone) => [phone.make, `[${phone.model}](${phone.source})`, ...made(phone)])
  const line = (cells: unknown[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const columns = [
    'Make',
    'Model and source',
    'Identity',
    'Brand',
    'Name',
    'System',
    'API',
    'Battery',
    'Memory',
    'Storage',
  ]
  const text = `# Published phones

What the agent makes of outputs that owners of phones published, as \`published-phones.test.ts\` of the agent checks.
\`npx vitest run published-phones --update\` writes this page.

${[columns, columns.map(() => '---'), ...rows].map(line).join('\n')}
`
  await expect(text).toMatchFileSnapshot(join(docs, 'published-phones.md'))
})

test('at least forty phones are in the table, each with make, model and source', () => {
  expect(phones.length).toBeGreaterThanOrEqual(40)
  for (const { name, make, model, source } of phones) {
    expect([make, model], name).not.toContain('')
    expect(source, name).toMatch(/^https:\/\//)
  }
})
