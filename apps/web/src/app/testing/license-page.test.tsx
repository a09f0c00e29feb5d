// @vitest-environment happy-dom
import { siteLicense } from '@fleetdeck/contract/license'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LicensePage } from '../../features/license/LicensePage.tsx'
import { FakeServer } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

test('the details of the site are said to be copied only if they were', async () => {
  const server = new FakeServer()
    .on(siteLicense.info, () => ({
      data: { expireTime: null, daysLeft: null, isExpired: false, detail: null },
    }))
    .on(siteLicense.copyCloudJson, () => ({ data: '{}' }))
  await renderPage(<LicensePage />, { server })
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  await user.click(await screen.findByRole('button', { name: 'Copy site details' }))
  await screen.findByText('Could not copy. Try again.')
  expect(screen.queryByText('Copied')).toBeNull()
  write.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Copy site details' }))
  await screen.findByText('Copied')
  expect(await navigator.clipboard.readText()).toBe('{}')
})
