import type { DeviceDriver, ScreenText } from '../../drivers/device-driver.ts'

/**
 * The texts on the screen. Where its elements have none, or cannot be read, as in games and pictures, they are
 * recognized, if possible.
 */
export async function readTexts(
  driver: DeviceDriver,
  recognize?: () => Promise<ScreenText[]>,
): Promise<ScreenText[]> {
  const [read] = await Promise.allSettled([driver.readElements?.() ?? []])
  const elements = read.status === 'fulfilled' ? read.value : []
  const texts = elements.filter(({ text }) => text).map(({ id: _, ...text }) => text)
  const found = texts.length === 0 && recognize ? await recognize() : texts
  if (found.length === 0 && read.status === 'rejected') throw read.reason
  return found
}
