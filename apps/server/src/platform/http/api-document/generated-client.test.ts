import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { bareApiDocument } from '@fleetdeck/contract/system-api'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../../../../..')

let site: TestSite
let folder: string
beforeAll(async () => {
  site = await startTestSite()
  folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-client-'))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

/** The example of the documentation. */
async function documentedProgram(): Promise<string> {
  const page = await readFile(path.join(root, 'docs/api.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
}

const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions']
const modern = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node', '--skipLibCheck']

test('a program with generated types signs in, lists devices, runs a task and reads its result', async () => {
  const fixture = new TaskFixture(site)
  await fixture.reset()
  const phone = await fixture.phone(1)
  const document = (await site.admin.ask(bareApiDocument)) as unknown as OpenAPI3
  await writeFile(
    path.join(folder, 'api.ts'),
    astToString(await openapiTS(document, { defaultNonNullable: false })),
  )
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'client.ts'), await documentedProgram())
  const checked = await run(
    process.execPath,
    ['node_modules/tsc7/bin/tsc', ...strict, ...modern, 'client.ts'],
    {
      cwd: folder,
    },
  ).catch((error: { stdout: string }) => error)
  expect(checked.stdout).toBe('')

  const env = { ...process.env, SERVER: site.address, ACCOUNT: 'admin', PASSWORD: adminPassword }
  const program = run(process.execPath, ['client.ts'], { cwd: folder, env })
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  say(phone, runId, 'succeeded', { msg: 'Hello from the phone' })
  expect((await program).stdout).toBe('A1: succeeded: Hello from the phone\n')
  fixture.closeSockets()
}, 60_000)
