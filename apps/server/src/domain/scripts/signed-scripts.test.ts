import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { UserId } from '@fleetdeck/contract/ids'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptAuthors } from '@fleetdeck/contract/script-authors'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../platform/core/tokens.ts'
import { signingKeys } from '../../platform/db/schema/signing-keys.ts'
import { ScriptSigner } from './script-signer.ts'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => site.stop())

const isSigned = (signer: string, text: string, signature: string) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )

const content = `logi('hi')`
async function startTask() {
  await site.admin.call(platforms.add, { body: { platformName: 'Web' } })
  const script = { scriptName: 'Greet', platformId: 1, version: '1', content }
  const { id: scriptId } = await site.admin.call(scripts.add, { body: script as never })
  const body = {
    taskName: 'Greet',
    scriptId,
    execType: 1 as const,
    devices: ['A1'],
    scheduleType: ScheduleType.now,
  }
  const { id } = await site.admin.call(tasks.add, { body: body as never })
  await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
}

test('phones receive the key of the installation, and every run is signed for its phone', async () => {
  const token = await addAssignedPhone(site, 1)
  const phone = TestSocket.phone(site.address, token)
  onTestFinished(() => phone.close())
  const { signer } = (await phone.next('registered')) as unknown as { signer: string }
  expect(signer).toBe(site.deps.signer.publicKey)
  await startTask()
  const { signature, ...order } = (await phone.next('task')) as unknown as TaskOrder
  expect(order.scriptSha256).toMatch(/^[0-9a-f]{64}$/)
  expect(isSigned(signer, signedScripts.order(hashToken(token), order), signature ?? '')).toBe(true)
  expect(isSigned(signer, signedScripts.order(hashToken('other'), order), signature ?? '')).toBe(false)
  phone.send({ action: 'taskState', runId: order.runId, state: 'running', signer: 'aaaa bbbb' })
  const shown = async () => firstRow((await site.admin.call(taskRuns.list)).list).signer
  await expect.poll(shown).toBe('aaaa bbbb')
})

test('all servers of an installation sign with one key, which the database stores sealed', async () => {
  const { db, seal } = site.deps
  const [one, other] = await Promise.all([ScriptSigner.open(db, seal), ScriptSigner.open(db, seal)])
  expect(other.publicKey).toBe(one.publicKey)
  const rows = await db.select().from(signingKeys)
  expect(rows).toMatchObject([{ privateKey: expect.stringMatching(/^sealed:/) }])
})

describe('a tenant that requires authors', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'jwk' }).x ?? ''
  const by = (text: string, secret: KeyObject = privateKey) =>
    sign(null, Buffer.from(text), secret).toString('base64url')
  const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
  const signFile = (content: string, client = site.admin) => {
    const sha256 = hashOf(content)
    return client.ask(scriptAuthors.sign, {
      body: { sha256, publicKey: key, signature: by(signedScripts.authored(sha256)) },
    })
  }
  const addAuthor = (body: object = {}) =>
    site.admin.ask(scriptAuthors.add, { body: { authorName: 'Wei', publicKey: key, ...body } })
  const refused = (msg: string) => ({ code: -1, msg })

  test('sends phones what an author has signed, with the signature, and nothing else', async () => {
    await addAuthor()
    await site.admin.call(scriptAuthors.require, { body: { isRequired: true } })
    const token = await addAssignedPhone(site, 1)
    const phone = TestSocket.phone(site.address, token)
    onTestFinished(() => phone.close())
    expect(await phone.next('registered')).toMatchObject({ authors: [{ publicKey: key, endorsedBy: '' }] })
    await startTask()
    const run = async () => firstRow((await site.admin.call(taskRuns.list)).list)
    await expect.poll(run).toMatchObject({ state: 'failed', reason: 'noAuthor' })
    expect(await signFile(content)).toMatchObject({ code: 0 })
    const other = site.as(await site.deps.sessions.start(UserId.parse(1), { ip: '10.0.0.9', userAgent: '' }))
    for (const status of [1, 0] as const)
      await other.call(tasks.updateTaskStatus, { body: { id: 1 as never, status } })
    const order = (await phone.next('task')) as unknown as TaskOrder
    expect(order.author).toEqual({ publicKey: key, signature: by(signedScripts.authored(hashOf(content))) })
    const [version] = await site.admin.call(scripts.versions, { query: { id: 1 } })
    expect(version?.signedBy).toEqual(['Wei'])
    const tried = { deviceNo: 'A1', content: 'not signed' }
    expect(await site.admin.ask(scriptTries.tryOut, { body: tried })).toEqual(
      refused('No author has signed this script. Sign the version first.'),
    )
  })

  test('has at least one author, knows each key once, and takes only endorsements by its authors', async () => {
    const require = (isRequired: boolean) => site.admin.ask(scriptAuthors.require, { body: { isRequired } })
    expect(await require(true)).toEqual(refused('Add an author first'))
    await addAuthor()
    expect(await addAuthor({ authorName: 'Wei again' })).toEqual(
      refused('An author with this key already exists'),
    )
    expect(await require(true)).toMatchObject({ code: 0 })
    const { list } = await site.admin.call(scriptAuthors.one)
    const query = { id: list[0]?.id }
    expect(await site.admin.ask(scriptAuthors.remove, { query })).toEqual(
      refused(
        'Signatures are required, so the last author cannot be removed. Add another author or turn off “Require signatures” first.',
      ),
    )
    const other = generateKeyPairSync('ed25519')
    const named = other.publicKey.export({ format: 'jwk' }).x ?? ''
    const wrong = refused('The signature is not valid. Sign the version again.')
    const endorsed = signedScripts.endorsed(named)
    for (const endorsement of [
      { publicKey: key, signature: by('something else') },
      { publicKey: named, signature: by(endorsed, other.privateKey) },
    ])
      expect(await addAuthor({ publicKey: named, endorsement })).toEqual(wrong)
    const endorsement = { publicKey: key, signature: by(endorsed) }
    expect(await addAuthor({ publicKey: named, authorName: 'Lin', endorsement })).toMatchObject({ code: 0 })
    expect(await site.admin.ask(scriptAuthors.remove, { query })).toMatchObject({ code: 0 })
  })

  test('keeps its authors apart from those of others, and takes no signature of strangers', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    expect(await signFile('x')).toEqual(
      refused('The key does not belong to an author. Add it as an author first.'),
    )
    await addAuthor()
    const { list } = await site.admin.call(scriptAuthors.one)
    expect(await client.ask(scriptAuthors.remove, { query: { id: list[0]?.id } })).toMatchObject({
      code: 404,
    })
    expect(await client.call(scriptAuthors.one)).toEqual({ isRequired: false, list: [] })
    const body = { sha256: hashOf('x'), publicKey: key, signature: by('x') }
    expect(await site.admin.ask(scriptAuthors.sign, { body })).toEqual(
      refused('The signature is not valid. Sign the version again.'),
    )
    expect(await site.admin.ask(scriptAuthors.sign, { body: { ...body, sha256: 'x' } })).toMatchObject({
      code: -1,
    })
  })
})
