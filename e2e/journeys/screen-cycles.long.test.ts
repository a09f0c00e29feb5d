import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { expect, test } from 'vitest'
import { screenCycles } from '../helpers/screen-cycles.ts'

/** The short form of `npm run soak -- projection`. */
test('opening and closing a screen leaks no handles', async () => {
  const folder = await temporaryFolder()
  try {
    const { server, phone } = await screenCycles(folder.path, 30)
    for (const { before, after } of [server, phone])
      expect(after.handles).toBeLessThanOrEqual(before.handles + 5)
  } finally {
    await folder.remove()
  }
})
