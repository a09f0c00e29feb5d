import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const latin = 'Phone Latin'
const han = 'Phone Han'

/** For `context.font`; the phone ships its fonts, so that it looks the same on every machine. */
export const fontFamily = `"${latin}", "${han}"`

let loaded = false

export function loadFonts(): void {
  if (loaded) return
  loaded = true
  const { resolve } = createRequire(import.meta.url)
  const add = (family: string, file: string) => GlobalFonts.registerFromPath(resolve(file), family)
  add(latin, '@fontsource/noto-sans-sc/files/noto-sans-sc-latin-400-normal.woff2')
  add(latin, '@fontsource/noto-sans-sc/files/noto-sans-sc-latin-700-normal.woff2')
  try {
    // The canvas draws it bold as well as the font of that weight.
    add(han, '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff2')
  } catch (error) {
    // The agent's package has none: then the system's fonts have the Chinese characters.
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
  }
}
