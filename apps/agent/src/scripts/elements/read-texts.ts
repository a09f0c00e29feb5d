import type { DeviceDriver, ScreenText } from '../../drivers/device-driver.ts'

/** The texts on the screen. Where its elements have none, as in games and pictures, they are recognized, if possible. */
export async function readTexts(
  driver: DeviceDriver,
  recognize?: () => Promise<ScreenText[]>,
): Promise<ScreenText[]> {
  const elements = (await driver.readElements?.()) ?? []
  const texts = elements.filter(({ text }) => text).map(({ id: _, ...text }) => text)
  return texts.length === 0 && recognize ? recognize() : texts
}
