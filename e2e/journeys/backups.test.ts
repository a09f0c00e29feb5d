import { backups } from '@fleetdeck/contract/backups'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { type ObjectStorage, startObjectStorage } from '@fleetdeck/testing/peers/object-storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWaitMs } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
let storage: ObjectStorage
beforeAll(async () => {
  console_ = await startConsole({ inFolder: true })
  storage = await startObjectStorage()
})
afterAll(async () => {
  await storage.stop()
  await console_.stop()
})

const useS3 = (secret: string) =>
  console_.site.admin.call(siteConfig.update, {
    body: {
      values: {
        'sys.backup.place': 's3',
        'sys.backup.s3.endpoint': storage.address,
        'sys.outgoing.privateNetworks': '127.0.0.1',
        'sys.backup.s3.bucket': storage.bucket,
        'sys.backup.s3.accessKey': storage.accessKey,
        'sys.backup.s3.secretKey': secret,
      },
    },
  })

test('an administrator sees why a backup was not copied, corrects it, tries again, and proves the copy', async () => {
  const { site } = console_
  await useS3('wrong')
  await site.jobs.runTarget('backup')
  await site.jobs.idle()
  const { page, t, errors } = await console_.open()
  await page.goto('/monitor/backup')
  const place = page.getByRole('region', { name: t('backup.place') })
  await place.getByText(t('backup.reason.wrongKey')).waitFor()
  await place.getByRole('button', { name: t('backup.testPlace') }).click()
  await page.getByText(t('backup.testFailed')).waitFor()

  await useS3(storage.secretKey)
  await place.getByRole('button', { name: t('backup.copyAgain') }).click()
  await site.jobs.idle()
  await place.getByText(t('backup.reason.wrongKey')).waitFor({ state: 'hidden' })
  const { list } = await site.admin.call(backups.list)
  await place
    .locator('tbody')
    .getByText(list[0]?.fileName ?? '')
    .waitFor()
  await place.getByRole('button', { name: t('backup.copyCommand') }).waitFor()

  const proof = page.getByRole('region', { name: t('backup.proof') })
  await proof.getByText(t('backup.proofNever')).waitFor()
  await proof.getByRole('button', { name: t('backup.proveNow') }).click()
  // A database of its own starts for it, in addition to those of other journeys.
  await proof.getByText(t('backup.provenFrom')).waitFor({ timeout: 3 * maxWaitMs })
  await proof.getByText(list[0]?.fileName ?? '').waitFor()
  expect(errors).toEqual([])
})
