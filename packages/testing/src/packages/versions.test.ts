import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { version }: { version: string } = JSON.parse(read('package.json'))

test.each(globSync('{apps,packages}/*/package.json', { cwd: root }))(
  '%s has the version of the product',
  (file) => {
    const { version: own, dependencies = {}, devDependencies = {} } = JSON.parse(read(file))
    const ours = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@fleetdeck/'),
    )
    expect([own, ...ours.map(([, each]) => each)].filter((each) => each !== version)).toEqual([])
  },
)

test('the changelog has an entry for this version, and its versions in order', () => {
  const titles = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$/gm)]
  const [first, ...versions] = titles.map(([, name]) => name)
  expect(first).toBe('Unreleased')
  expect(versions).toContain(version)
  expect(
    titles.slice(1).every(([, name = '', date]) => /^\d+\.\d+\.\d+$/.test(name) && date !== undefined),
  ).toBe(true)
  const byNumber = new Intl.Collator('en', { numeric: true })
  expect(versions.toSorted((a = '', b = '') => byNumber.compare(b, a))).toEqual(versions)
})
